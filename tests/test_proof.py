"""The long proof: every piece asks for tests that are there, and one that went well is not run again."""

import proof
from sizes import SAMPLE, first, size, viewport


def test_every_piece_asks_for_a_file_that_is_there():
    every = list(proof.pieces())
    assert len({piece.name for piece in every}) == len(every)
    assert all((proof.ROOT / piece.arguments[0]).is_file() for piece in every)


def test_a_piece_asks_for_sizes_that_tests_know():
    known = {f"NINEVEARS_{name.upper()}{end}" for name in SAMPLE for end in ("", "_FROM")}
    asked = {name for piece in proof.pieces() for name in piece.sizes}
    assert asked <= known | {"HYPOTHESIS_PROFILE", "NINEVEARS_VIEWPORT"}
    assert {f"NINEVEARS_{name.upper()}" for name in SAMPLE} <= asked


def test_the_wars_are_all_there_once():
    starts = [int(piece.sizes["NINEVEARS_WARS_FROM"]) for piece in proof.pieces() if "wars-" in piece.name]
    assert starts == list(range(0, proof.WARS, proof.WARS_A_PIECE))


def test_a_size_is_a_sample_unless_it_is_asked_for(monkeypatch):
    monkeypatch.delenv("NINEVEARS_WARS", raising=False)
    assert (size("wars"), first("wars")) == (SAMPLE["wars"], 0)
    monkeypatch.setenv("NINEVEARS_WARS", "7")
    monkeypatch.setenv("NINEVEARS_WARS_FROM", "40")
    assert (size("wars"), first("wars")) == (7, 40)


def test_a_script_of_the_proof_runs_beside_its_helpers_and_its_failure_is_one(monkeypatch, tmp_path, capfd):
    (tmp_path / "beside.py").write_text("import os, sys\n")
    (tmp_path / "script.py").write_text(
        "from beside import *\nprint(*sys.argv[1:])\nsys.exit(len(sys.argv) > 2)"
    )
    monkeypatch.setattr(proof, "ROOT", tmp_path)
    monkeypatch.setattr(proof, "TESTS", tmp_path)
    output = tmp_path / "output.txt"
    assert proof.prove(proof.Piece("well", ("script.py", "one"), {}), output)
    assert output.read_text() == "one\n"
    assert not proof.prove(proof.Piece("ill", ("script.py", "one", "two"), {}), output)


def test_a_page_has_the_size_that_is_asked_for(monkeypatch):
    monkeypatch.setenv("NINEVEARS_VIEWPORT", "820x1180")
    assert viewport() == {"width": 820, "height": 1180}


def test_it_goes_on_where_it_was_stopped(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(proof, "KEPT", tmp_path)
    monkeypatch.setattr(proof, "ROOT", tmp_path)
    monkeypatch.setattr(proof, "JOBS", 1)  # so that they come in their order
    monkeypatch.setattr(proof, "fingerprint", lambda: "code")
    monkeypatch.setattr(
        proof, "pieces", lambda: [proof.Piece(name, (), {}) for name in ("one", "two", "three")]
    )
    ran, broken = [], {"two"}

    def prove(piece, output):
        ran.append(piece.name)
        output.write_text("what pytest said", encoding="utf-8")
        return piece.name not in broken

    monkeypatch.setattr(proof, "prove", prove)
    assert proof.main([]) == 1
    assert "Failed: two" in capsys.readouterr().out
    broken.clear()
    assert proof.main([]) == 0
    assert ran == ["one", "two", "three", "two"]
    monkeypatch.setattr(proof, "fingerprint", lambda: "other code")
    assert proof.main(["thr"]) == 0
    assert ran[4:] == ["three"]
