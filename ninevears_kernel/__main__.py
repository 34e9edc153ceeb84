"""``python -m ninevears_kernel`` is ``ninevears``."""

from .cli import main

if __name__ == "__main__":
    main()
