"""Writes the Parquet files beside this program, in the schemas that ART and TRL document: `pip install pandas pyarrow`."""

import json
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

HERE = Path(__file__).parent

TEXT = pa.string()
MESSAGE = pa.struct(
    [("role", TEXT), ("content", TEXT), ("tool_calls", TEXT), ("tool_call_id", TEXT), ("trainable", pa.bool_())]
)
ART = pa.schema(
    [("group_index", pa.int64()), ("group_metadata", TEXT), ("group_metrics", TEXT), ("group_logs", pa.list_(TEXT))]
    + [("reward", pa.float64()), ("metrics", TEXT), ("metadata", TEXT), ("tools", TEXT), ("logs", pa.list_(TEXT))]
    + [("messages", pa.list_(MESSAGE))]
)
CALL = [{"id": "c", "type": "function", "function": {"name": "add", "arguments": '{"a":1}'}}]


def art_row(group, index, reward):
    return {
        "group_index": group,
        "group_metadata": json.dumps({"scenario_id": f"s{group}"}),
        "reward": reward,
        "metrics": json.dumps({"turns": 2}),
        "messages": [
            {"role": "user", "content": f"question {group}", "trainable": False},
            {"role": "assistant", "content": None, "tool_calls": json.dumps(CALL), "trainable": True},
            {"role": "tool", "content": "2", "tool_call_id": "c", "trainable": False},
            {"role": "assistant", "content": f"answer {index}", "trainable": True},
        ],
    }


rows = [art_row(group, index, float(index)) for group in (0, 1) for index in (0, 1)]
pq.write_table(pa.Table.from_pylist(rows, schema=ART), HERE / "art.parquet", compression="zstd")


def trl(name, prompts, completions, **columns):
    table = {"step": [3, 3, 3, 3], "prompt": prompts, "completion": completions, **columns}
    pd.DataFrame(table).to_parquet(HERE / name)


texts = ["1 + 1?", "1 + 1?", "2 + 2?", "2 + 2?"]
answers = ["2", "3", "4", "5"]
rewards = {"correct": [1.0, 0.0, 1.0, float("nan")], "short": [0.5, 0.5, 0.5, float("nan")]}
trl("trl.parquet", texts, answers, **rewards, advantage=[0.7, -0.7, 0.7, -0.7])
chats = [[{"role": "user", "content": text}] for text in texts]
replies = [[{"role": "assistant", "content": answer}] for answer in answers]
trl("trl-chat.parquet", chats, replies, reward=[1.0, 0.0, 1.0, 0.0])
