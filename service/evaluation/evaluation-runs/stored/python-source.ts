import type { ColumnMap } from "@/lib/api/contract/evaluation-runs/column-map";
import type { Scorer } from "@/lib/api/contract/evaluation-runs/scorers";
import { pythonPattern } from "@/service/evaluation/evaluation-runs/scorers/common-pattern";

const IDENTIFIER = /^[A-Za-z_]\w*$/;
/** Names of arguments that mean something else to the client, or are words of Python. */
const NOT_AN_ARGUMENT =
  /^(?:output|model_output|self|kwargs|False|None|True|and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield)$/;

const HEAD = `import json
import math
import re
import unicodedata

import weave


def _at(value, path):
    if path == "":
        return value
    if isinstance(value, dict) and path in value:
        return value[path]
    step, _, rest = path.partition(".")
    if isinstance(value, list):
        return _at(value[int(step)], rest) if step.isdecimal() and int(step) < len(value) else None
    return _at(value[step], rest) if isinstance(value, dict) and step in value else None


def _json(text):
    try:
        return json.loads(text)
    except ValueError:
        return None


def _answer(output, path):
    return _at(_json(output) if path and isinstance(output, str) else output, path)


def _text(value):
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _fold(text, fold_case):
    text = unicodedata.normalize("NFC", text)
    return text.lower() if fold_case else text

`;

const BODIES: Readonly<Record<Exclude<Scorer["kind"], "judge">, string>> = {
  exact: `    expected = _at(row, P["expected"])
    if expected is None:
        return None
    answer = _answer(output, P["answer_path"])
    if isinstance(expected, str) and isinstance(answer, str):
        if P["trim"]:
            answer, expected = answer.strip(), expected.strip()
        return _fold(answer, P["fold_case"]) == _fold(expected, P["fold_case"])
    if isinstance(answer, str):
        answer = _json(answer)
    if isinstance(expected, str):
        expected = _json(expected)
    return answer is not None and answer == expected and isinstance(answer, bool) == isinstance(expected, bool)
`,
  contains: `    texts = P["texts"] if not P.get("column") else _at(row, P["column"])
    if texts is None:
        return None
    texts = texts if isinstance(texts, list) else [texts]
    answer = _answer(output, P["answer_path"])
    if answer is None:
        return False
    answer = _fold(_text(answer), P["fold_case"])
    found = [_fold(_text(text), P["fold_case"]) in answer for text in texts]
    return all(found) if P["match"] == "all" else any(found)
`,
  regex: `    answer = _answer(output, P["answer_path"])
    if answer is None:
        return False
    flags = re.ASCII
    for flag in P["flags"]:
        flags |= {"i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL}[flag]
    find = re.fullmatch if P["match"] == "whole" else re.search
    return find(P["python_pattern"], _text(answer), flags) is not None
`,
  json_schema: `    try:
        import jsonschema
    except ImportError:
        return None  # This scorer needs the package jsonschema.
    answer = _answer(output, P["answer_path"])
    if isinstance(answer, str):
        block = re.search(r"^[ \\t]*(\`{3,}|~{3,})[^\\n]*\\n([\\s\\S]*?)\\n?^[ \\t]*\\1[ \\t]*$", answer, re.M) if P["take_fenced"] else None
        try:
            answer = json.loads(block.group(2) if block else answer)
        except ValueError as error:
            return {"valid": False, "errors": [f"Not JSON: {error}"]}
    errors = [e.message for e in jsonschema.Draft202012Validator(P["schema"]).iter_errors(answer)]
    return {"valid": not errors, "errors": errors[:20]}
`,
  number: `    def number(value, find):
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return float(value) if math.isfinite(value) else None
        if not isinstance(value, str):
            return None
        found = re.findall(
            r"(?<![\\w.])[-+\\u2212]?(?:\\d{1,3}(?:,\\d{3})+(?!\\d)|\\d+)?(?:\\.\\d+|(?<=\\d))(?:[eE][-+]?\\d+)?(?!\\d)", value, re.ASCII
        )
        if not found or (find == "only" and len(found) > 1):
            return None
        return float(found[-1 if find == "last" else 0].replace(",", "").replace("\\u2212", "-"))

    expected = _at(row, P["expected"])
    if expected is None:
        return None
    expected = number(expected, "only")
    if expected is None:
        raise ValueError("The expected value is not a number")
    answer = number(_answer(output, P["answer_path"]), P["find"])
    if answer is None:
        return {"within": False, "error": None, "reason": "No number in the answer"}
    error = abs(answer - expected)
    return {"within": error <= max(P["absolute"], P["relative"] * abs(expected)), "error": error}
`,
  pairwise: `    return None  # Comparing with another evaluation needs the judge, which Heddle runs.
`,
};

/** The argument that a scorer needs from the row, when Python can name it so; otherwise it takes the whole row. */
function argumentOf(scorer: Scorer): string | null {
  const path =
    scorer.kind === "exact" || scorer.kind === "number"
      ? scorer.expected
      : scorer.kind === "contains"
        ? (scorer.column ?? null)
        : null;
  if (path === null) return null;
  const first = path.split(".")[0] ?? "";
  return IDENTIFIER.test(first) && !NOT_AN_ARGUMENT.test(first) ? first : null;
}

/** Returns the columns that a scorer reads, as far as its stored call names them. */
export function scoredColumns(scorer: Scorer): string[] {
  const argument = argumentOf(scorer);
  return argument === null ? [] : [argument];
}

/** JSON as a string of Python that contains only ASCII: no text of a user becomes code. */
function pythonString(value: unknown): string {
  const ascii = JSON.stringify(value).replaceAll(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return JSON.stringify(ascii);
}

/** The op of an evaluation that maps columns. */
export const COLUMN_MAP_OP = "preprocess_model_input";

/** Returns the Python with which the official client gives the model a row by the names of its prompt. */
export function columnMapSource(map: ColumnMap): string {
  return `import json

import weave

COLUMNS = json.loads(${pythonString(map)})


@weave.op()
def ${COLUMN_MAP_OP}(example):
    row = {column: example[column] for column in example.keys()}
    return {**row, **{name: row[column] for name, column in COLUMNS.items() if column in row}}
`;
}

/** Returns the Python with which the official client can run this scorer. The service runs its own implementation. */
export function pythonSource(scorer: Exclude<Scorer, { kind: "judge" }>): string {
  const { name, kind, ...parameters } = scorer;
  const known =
    scorer.kind === "regex"
      ? { ...parameters, python_pattern: pythonPattern(scorer.pattern, scorer.flags) }
      : parameters;
  const argument = argumentOf(scorer);
  const signature = argument === null ? "output, **kwargs" : `output, ${argument}=None`;
  const row = argument === null ? "kwargs" : `{${JSON.stringify(argument)}: ${argument}}`;
  return `${HEAD}
P = json.loads(${pythonString(known)})


@weave.op()
def ${name}(${signature}):
    row = ${row}
${BODIES[kind]}`;
}
