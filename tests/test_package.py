"""What is shipped, what imports what, and what starting up costs."""

import ast
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import schema_mutation

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "env" / "schema_mutation"
ORDER = (
    "errors files strict_json comparison schema task contract mutations marks build extraction"
    " grading wording catalogue draw drawing plans generator reading datasets audit validation"
    " prompts episodes envs runs report benchmark cli"
).split()
"""The modules from the lowest up: each may import those before it."""


def unit(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """The modules of this package that a file imports when it is itself imported."""
    found = set()
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = parts[: len(parts) - node.level]
            names = [node.module] if node.module else [alias.name for alias in node.names]
            found |= {(*base, *name.split("."))[0] for name in names}
    return found


MODULES = sorted(p for p in PACKAGE.rglob("*.py") if p.parent != PACKAGE or p.stem not in
                 ("__init__", "__main__"))  # fmt: skip


@pytest.mark.parametrize("path", MODULES, ids=[str(p.relative_to(PACKAGE)) for p in MODULES])
def test_imports_run_downwards(path: Path) -> None:
    own = unit(path)
    assert own in ORDER, f"{own} has no place in the order of imports"
    for other in imported(path) - {own}:
        assert ORDER.index(other) < ORDER.index(own), f"{own} imports {other}"


def test_the_core_never_imports_the_server() -> None:
    for path in MODULES:
        assert "schema_mutation_server" not in path.read_text("utf-8")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT],
        check=True, capture_output=True,
    )  # fmt: skip
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_every_module_and_the_data(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for root in (PACKAGE, ROOT / "server" / "schema_mutation_server"):
        for path in [*root.rglob("*.py"), root / "py.typed"]:
            assert path.relative_to(root.parent).as_posix() in names
    data = [path for path in (ROOT / "data").rglob("*") if path.is_file()]
    assert len(data) > 15
    for path in data:
        assert f"schema_mutation/{path.relative_to(ROOT).as_posix()}" in names


def test_the_wheel_works_without_the_repository(wheel: Path, tmp_path: Path) -> None:
    """The packaged copy of the data is read where there is no source tree."""
    zipfile.ZipFile(wheel).extractall(tmp_path)
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r});"
        "import schema_mutation as s; print(s.__file__); print(len(s.load()), s.run('mock').score)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=tmp_path
    )
    where, figures = done.stdout.splitlines()
    assert where.startswith(str(tmp_path))
    assert figures == "60 0.5"


def modules_after(code: str) -> set[str]:
    program = f"{code}\nimport json, sys\nprint(json.dumps(list(sys.modules)), file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(json.loads(done.stderr))


HELP = """
from schema_mutation.cli import main
try:
    main(["run", "--help"])
except SystemExit:
    pass
"""


@pytest.mark.parametrize("code", ["import schema_mutation", HELP])
def test_starting_imports_nothing_heavy(code: str) -> None:
    heavy = {"pydantic", "gymnasium", "numpy", "jsonschema_rs", "openai", "fastapi"}
    assert not modules_after(code) & heavy


def test_public_names_are_those_that_are_listed() -> None:
    for name in schema_mutation.__all__:
        assert getattr(schema_mutation, name) is not None
        assert name in dir(schema_mutation)
    assert schema_mutation.__version__ == "0.1.0"
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        schema_mutation.nothing  # noqa: B018


def test_no_file_is_long_and_no_function_either() -> None:
    for path in [*MODULES, *(ROOT / "tests").glob("*.py"), *(ROOT / "benchmarks").glob("*.py")]:
        text = path.read_text("utf-8")
        assert text.count("\n") <= 400, path
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert (node.end_lineno or 0) - node.lineno < 40, f"{path}: {node.name}"


def test_the_environment_folder_is_not_ignored() -> None:
    """An ignored folder would give an empty wheel and no error."""
    for name in ("env/schema_mutation/cli.py", "env/schema_mutation/runs/play.py"):
        done = subprocess.run(["git", "check-ignore", "-q", name], cwd=ROOT, check=False)
        assert done.returncode != 0
