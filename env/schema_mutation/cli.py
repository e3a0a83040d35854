"""The command line: one function a command, imports inside them so that it starts at once."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from .errors import SchemaMutationError, UsageError, one_line

if TYPE_CHECKING:
    from .task import Task

Command = Callable[[argparse.Namespace], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 2 for a user's mistake, 130 for Ctrl-C."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        args = _parser().parse_args(argv)
        command: Command = args.command
        status = command(args)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except SchemaMutationError as error:
        return _fail(str(error), 2)
    except KeyboardInterrupt:
        return _fail("stopped; nothing more was written", 130)
    except BrokenPipeError:
        _discard_output()
        return 1
    except OSError as error:
        _discard_output()
        return _fail(f"cannot write the output: {error.strerror}", 2)


def _fail(message: str, status: int) -> int:
    line = one_line(" ".join(message.split()), 2000)
    print(f"schema-mutation: {line}", file=sys.stderr)
    return status


def _discard_output() -> None:
    """Keep the interpreter from writing what is left to where it cannot be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def entry() -> NoReturn:
    """The console script."""
    sys.exit(main())


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints are errors of this package: one line each."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see {self.prog} --help")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="schema-mutation",
        description="Does a model follow the tool schema in front of it, or the one it memorised?",
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, (command, text, arguments) in _COMMANDS.items():
        made = commands.add_parser(name, help=text, description=text)
        made.set_defaults(command=command)
        made.add_argument("--json", action="store_true", help="print JSON")
        made.add_argument("--tasks", metavar="SPLIT|PATH", help="default: public")
        for flags, options in arguments:
            made.add_argument(*flags.split(), **options)
    return parser


def _tasks(args: argparse.Namespace) -> "tuple[Task, ...]":
    from .datasets import load

    return load(_source(args))


def _source(args: argparse.Namespace) -> str:
    return "public" if args.tasks is None else str(args.tasks)


def _list(args: argparse.Namespace) -> int:
    from .datasets import of_kind

    tasks = of_kind(_tasks(args), args.kind)
    if args.json:
        return _print_json(
            [
                {
                    "id": task.id,
                    "base": task.base,
                    "mutationKind": task.mutation_kind,
                    "schemaVersion": task.schema_version,
                    "request": task.request,
                }
                for task in tasks
            ]
        )
    for task in tasks:
        print(f"{task.id:24} {task.mutation_kind:16} {_cut(task.request, 80)}")
    return 0


def _show(args: argparse.Namespace) -> int:
    from .datasets import find
    from .prompts import prompt
    from .task import task_to_json

    task = find(_tasks(args), args.id)
    if args.json:
        return _print_json(task_to_json(task))
    print(f"{task.id}: {task.mutation_kind}, base tool {task.base}\n")
    print(prompt(task).text)
    for what, side in (("Right", task.after), ("Stale", task.before)):
        call = {"name": side.call.name, "arguments": side.call.arguments}
        print(f"\n{what}: {json.dumps(call, ensure_ascii=False)}")
    for mutation in task.mutations:
        print(f"\n{mutation.kind}: {'loud' if mutation.loud else 'silent'}")
    return 0


def _run(args: argparse.Namespace) -> int:
    from .benchmark import run, write
    from .report import markdown

    if args.provider == "mock" and args.model != "offline":
        raise UsageError(f"--provider mock plays --model offline, not {args.model!r}")
    report = run(args.provider, _source(args), limit=args.limit)
    paths = write(report, args.out or Path("runs") / args.provider)
    if args.json:
        return _print_json(report.to_json())
    print(markdown(report))
    print(f"Written: {', '.join(map(str, paths))}")
    return 0


def _score(args: argparse.Namespace) -> int:
    from .datasets import find
    from .files import decoded, read_text
    from .grading import grade

    task = find(_tasks(args), args.id)
    if args.file == "-":
        if sys.stdin is None:
            raise UsageError("standard input is closed; name the answer's file")
        answer = decoded(sys.stdin.buffer.read(), "standard input")
    else:
        answer = read_text(Path(args.file))
    result = grade(task, answer, reveal=args.reveal)
    kinds = zip(task.kinds, result.mutations, strict=True)
    record = {
        "score": result.score,
        "equivalent": result.equivalent,
        "verdict": result.verdict,
        "mutations": [{"kind": kind, "detection": seen} for kind, seen in kinds],
        "reason": result.reason,
        "graded": result.graded,
    }
    if args.json:
        return _print_json(record)
    print(f"{result.score:g} {result.verdict} {result.reason}".rstrip())
    return 0


def _generate(args: argparse.Namespace) -> int:
    from .datasets import PUBLIC_SEED, draw_split, write_split
    from .plans import CORE_KINDS

    seed = args.seed
    if args.tasks is not None:
        raise UsageError("tasks are drawn from the catalogue; drop --tasks")
    if args.split == "public":
        if args.out is None:
            raise UsageError("the public split is shipped; name a folder to write it to: --out DIR")
        if seed not in (None, PUBLIC_SEED) or args.count != 1 or args.kinds is not None:
            raise UsageError(f"the public split is drawn with --seed {PUBLIC_SEED} and no more")
        seed = PUBLIC_SEED
    if seed is None:
        raise UsageError(f"split {args.split!r} needs --seed N; keep the seed to yourself")
    if args.count < 1 or not args.split.isidentifier():
        raise UsageError("--count must be 1 or more and --split a name such as 'hidden'")
    kinds = CORE_KINDS if args.kinds is None else args.kinds.split(",")
    if len(set(kinds)) < len(kinds):
        raise UsageError("--kinds names one kind twice")
    tasks = draw_split(args.split, seed, args.count, kinds)
    path = write_split(args.out or Path(".hidden"), args.split, seed, tasks)
    if args.json:
        return _print_json({"path": str(path), "tasks": len(tasks)})
    print(f"Written: {path} ({len(tasks)} tasks)")
    return 0


def _validate(args: argparse.Namespace) -> int:
    from .validation import validate

    faults = validate(args.path, args.tasks)
    if args.json:
        _print_json({"faults": faults})
    else:
        for fault in faults:
            print(fault, file=sys.stderr)
        if not faults:
            print("No faults.")
    return 2 if faults else 0


def _audit(args: argparse.Namespace) -> int:
    from .audit import audit

    found = audit(_tasks(args))
    if args.json:
        kinds = {
            kind: {
                "tasks": row.tasks,
                "chance": row.chance,
                "choices": dict(row.choices),
                "scores": dict(row.scores),
                "givenAway": row.given_away,
            }
            for kind, row in found.kinds.items()
        }
        _print_json({"kinds": kinds, "faults": found.faults})
    else:
        for kind, row in found.kinds.items():
            found_right = "  ".join(
                f"{name} {100 * choice:.1f}% ({100 * row.scores[name]:.1f}%)"
                for name, choice in row.choices.items()
            )
            flag = "  GIVEN AWAY" if row.given_away else ""
            chance = f"chance {100 * row.chance:.1f}%"
            print(f"{kind:16} {row.tasks:4} tasks  {chance}  {found_right}{flag}")
        for fault in found.faults:
            print(fault, file=sys.stderr)
        print("How often what changed is said right, and in brackets the whole call.")
        print(f"{len(found.faults)} faults in single tasks")
    return 1 if found.faults or any(row.given_away for row in found.kinds.values()) else 0


def _provenance(args: argparse.Namespace) -> int:
    from .datasets import manifest, read_split
    from .files import data_root, read_text

    source = _source(args)
    text = read_text(data_root() / "PROVENANCE.md")
    tasks, digest = read_split(source)
    played = {"tasksFrom": source, "tasks": len(tasks), "sha256": digest}
    if args.json:
        return _print_json({"text": text, **played, **manifest()})
    print(f"{text}\n{source}: {played['tasks']} tasks, SHA-256 {played['sha256']}")
    return 0


def _card(args: argparse.Namespace) -> int:
    from collections import Counter

    from .files import write_whole
    from .report import card, read_report

    if args.run is not None and args.tasks is not None:
        raise UsageError("a run's card is of the tasks that were played; drop --tasks")
    report = read_report(args.run) if args.run is not None else None
    if report is None:
        kinds = dict(Counter(task.mutation_kind for task in _tasks(args)))
    else:
        kinds = {kind: row["tasks"] for kind, row in report["perMutationKind"].items()}
    picture = card(kinds, report)
    if args.out is not None:
        write_whole({args.out: picture})
    if args.json:
        return _print_json({"svg": picture} if args.out is None else {"path": str(args.out)})
    print(picture if args.out is None else f"Written: {args.out}")
    return 0


def _index_entry(args: argparse.Namespace) -> int:
    from .benchmark import index_entry

    return _print_json(index_entry(_source(args)))


def _print_json(value: Any) -> int:
    print(json.dumps(value, ensure_ascii=False, indent=2))
    return 0


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


Arguments = list[tuple[str, dict[str, Any]]]

_COMMANDS: dict[str, tuple[Command, str, Arguments]] = {
    "list": (
        _list,
        "List the tasks.",
        [("--kind", {"help": "only tasks of this kind"})],
    ),
    "show": (
        _show,
        "Show one task: what a model sees, and the right and the stale call.",
        [("id", {})],
    ),
    "run": (
        _run,
        "Play a model through the tasks and write a report.",
        [
            ("--model", {"default": "offline", "help": "default: offline"}),
            ("--provider", {"default": "mock", "help": "who answers (default: mock)"}),
            ("--limit", {"type": int, "metavar": "N", "help": "play the first N tasks only"}),
            ("--out", {"type": Path, "help": "the report's folder (default: runs/PROVIDER)"}),
        ],
    ),
    "score": (
        _score,
        "Grade one answer to one task.",
        [
            ("id", {}),
            ("file", {"nargs": "?", "default": "-", "help": "the answer (default: stdin)"}),
            ("--reveal", {"action": "store_true", "help": "let the reason name values"}),
        ],
    ),
    "generate": (
        _generate,
        "Draw a split of your own, or the public one anew.",
        [
            ("--seed", {"type": int, "metavar": "N", "help": "a number that you keep"}),
            ("--split", {"default": "hidden", "metavar": "NAME", "help": "default: hidden"}),
            ("--count", {"type": int, "default": 1, "metavar": "N", "help": "a kind and tool"}),
            ("--kinds", {"metavar": "K,K+K", "help": "default: the five of the public split"}),
            ("--out", {"type": Path, "help": "the folder (default: .hidden)"}),
        ],
    ),
    "validate": (
        _validate,
        "Say what is wrong with the catalogue, or with a file of tasks (--tasks).",
        [("path", {"nargs": "*", "type": Path, "help": "catalogue entries (default: all)"})],
    ),
    "audit": (_audit, "Measure what the tasks give away to policies that cannot read.", []),
    "provenance": (_provenance, "Say where the data comes from.", []),
    "card": (
        _card,
        "Draw the benchmark, or a run, as an SVG picture of 1200 by 630.",
        [
            ("--run", {"type": Path, "metavar": "FOLDER", "help": "the folder of a report"}),
            ("--out", {"type": Path, "help": "the file (default: standard output)"}),
        ],
    ),
    "index-entry": (_index_entry, "Print the entry for an index of benchmarks, as JSON.", []),
}
