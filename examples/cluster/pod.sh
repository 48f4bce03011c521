#!/bin/bash
# What a pod of job.yaml runs: the shard of its index.
set -euo pipefail
number=$((JOB_COMPLETION_INDEX + 1))
hexfront study "$1" --out "$OUT/$number" --shard "$number/$JOB_SHARDS" --resume --quiet
