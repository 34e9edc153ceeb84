"""Programs that begin a war in the same folder in the same moment, each a process of its own."""

from ninevears_kernel.output_files import make_folder
from ninevears_kernel.play.kept_file import KeptFile
from ninevears_kernel.play.session import Session

ROUNDS = 12


def begin_together(barrier, folder, seed):
    """A program that keeps a war of its own in each folder, at the same moment as another."""
    session = Session(seed=seed)
    for number in range(ROUNDS):
        file = KeptFile(folder / str(number))
        make_folder(file.folder)
        if number % 2:  # what a program that is no more has left behind
            file.lock.write_text('{"id": "x", "pid": 1, "host": "nowhere", "time": 1}')
        barrier.wait(60)
        file.write(session)
        barrier.wait(60)
