"""Play a model through the benchmark: ``python inference.py [flags of schema-mutation run]``."""

import sys


def main() -> int:
    """Run the benchmark with the flags given."""
    try:
        from schema_mutation.cli import main as run
    except ImportError as error:
        if error.name and not error.name.startswith("schema_mutation"):
            print(f"{error.name} is not installed; run `make run`", file=sys.stderr)
        else:
            print("schema-mutation is not installed; run `make run`", file=sys.stderr)
        return 2
    return run(["run", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
