# SPDX-License-Identifier: GPL-2.0
"""A batch script for Slurm: the cells of an experiment as the tasks of one array."""

import re
import shlex
from pathlib import Path


def script(name: str, commands: list, out: Path) -> str:
    """The script; submitted again it does only what is missing, for a cell that is there ends at once."""
    # Slurm reads its lines up to a blank, and a job's name may not have one.
    job = re.sub(r"[^A-Za-z0-9._-]", "_", name)
    tasks = [f"{number}) exec {command} ;;" for number, command in enumerate(commands)]
    return "\n".join([
        "#!/bin/bash", f"#SBATCH --job-name={job}", f"#SBATCH --array=0-{len(commands) - 1}", "#SBATCH --ntasks=1",
        "#SBATCH --cpus-per-task=1", "#SBATCH --output=slurm-%x-%A_%a.log", "",
        f"# {len(commands)} cells into {shlex.quote(str(out))}",
        'case ${SLURM_ARRAY_TASK_ID:?submit this with sbatch} in',
        *tasks, '*) echo "no such task: $SLURM_ARRAY_TASK_ID" >&2; exit 2 ;;', "esac"])
