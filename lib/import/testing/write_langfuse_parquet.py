"""Writes `langfuse.parquet` beside this program, in the columns of Langfuse's blob storage export: `pip install pyarrow`."""

import datetime
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

TEXT = pa.string()
SCHEMA = pa.schema(
    [("id", TEXT), ("trace_id", TEXT), ("type", TEXT), ("parent_observation_id", TEXT)]
    + [("start_time", pa.timestamp("us")), ("end_time", pa.timestamp("us")), ("name", TEXT), ("input", TEXT)]
    + [("output", TEXT), ("provided_model_name", TEXT), ("usage_details", pa.map_(TEXT, pa.int64()))]
    + [("total_cost", pa.float64()), ("is_root_observation", pa.bool_()), ("session_id", TEXT), ("seed", pa.int64())]
)
START = datetime.datetime(2026, 3, 4, 5, 6, 7, 8000)


def row(number):
    """A root span and the generations below it."""
    is_root = number % 3 == 0
    return {
        "id": f"obs-{number}",
        "trace_id": f"trace-{number // 3}",
        "type": "SPAN" if is_root else "GENERATION",
        "parent_observation_id": None if is_root else f"obs-{number - number % 3}",
        "start_time": START + datetime.timedelta(seconds=number),
        "end_time": START + datetime.timedelta(seconds=number, milliseconds=500),
        "name": "answer" if is_root else "chat",
        "input": json.dumps([{"role": "user", "content": f"question {number}"}]),
        "output": json.dumps({"role": "assistant", "content": f"answer {number}"}),
        "provided_model_name": None if is_root else "gpt-4o",
        "usage_details": None if is_root else {"input": 10, "output": 5, "total": 15},
        "total_cost": float("nan") if number == 4 else 0.001,
        "is_root_observation": is_root,
        "session_id": "s",
        "seed": 9007199254740993 + number,
    }


rows = [row(number) for number in range(6)]
pq.write_table(
    pa.Table.from_pylist(rows, schema=SCHEMA), Path(__file__).parent / "langfuse.parquet", row_group_size=4, compression="gzip"
)
