"""The hook in .pre-commit-hooks.yaml, run by pre-commit itself on repositories made for it.

usage: precommit_test.py KEYWRIGHT ROOT PRE_COMMIT
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

KEYWRIGHT, ROOT, PRE_COMMIT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]), sys.argv[3]
HOOKS = ROOT / ".pre-commit-hooks.yaml"
MODEL = (ROOT / "examples/01_research_jobs/research.model.yaml").read_text(encoding="utf-8")


def run(folder, *command, status=0):
    done = subprocess.run(command, cwd=folder, text=True, capture_output=True, check=False, env=ENVIRONMENT)
    text = done.stdout + done.stderr
    assert done.returncode == status, f"{command}: exit status {done.returncode}\n{text}"
    return text


def repository(folder, files):
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    run(folder, "git", "init", "-q")
    run(folder, "git", "add", ".")
    run(folder, "git", "commit", "-q", "-m", "begin")
    return run(folder, "git", "rev-parse", "HEAD").strip()


with tempfile.TemporaryDirectory() as name:
    home = pathlib.Path(name)
    (home / "bin").mkdir()
    (home / "bin/keywright").symlink_to(KEYWRIGHT)
    ENVIRONMENT = {
        "PATH": f"{home / 'bin'}:{pathlib.Path(PRE_COMMIT).parent}:{os.environ['PATH']}", "HOME": name,
        "PRE_COMMIT_HOME": str(home / "cache"), "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.com"}
    assert shutil.which("git"), "git is missing"
    run(home, PRE_COMMIT, "validate-manifest", HOOKS)
    revision = repository(home / "hooks", {HOOKS.name: HOOKS.read_text(encoding="utf-8")})
    repository(home / "user", {
        ".pre-commit-config.yaml": f"repos:\n- repo: {home / 'hooks'}\n  rev: {revision}\n"
                                   "  hooks: [{id: keywright-check}]\n",
        "research.model.yaml": MODEL, "other.yaml": "no: model\n"})
    text = run(home / "user", PRE_COMMIT, "run", "--all-files")
    assert "keywright check" in text and "Passed" in text, text
    (home / "user/research.model.yaml").write_text(MODEL.replace("by: [status], order", "by: [topic], order"))
    run(home / "user", "git", "add", ".")
    text = run(home / "user", PRE_COMMIT, "run", status=1)
    assert "error[AP001]" in text and "research.model.yaml" in text and "other.yaml" not in text, text
print("The hook passes a clean model, and stops one with an error.")
