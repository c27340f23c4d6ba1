import { errorMessage } from "@/lib/guard/error-message";

/** An error that the store reports. `engineCode` is ClickHouse's own number, if it gave one. */
export class StoreError extends Error {
  override readonly name: string = "StoreError";
  readonly engineCode: number | null;

  constructor(message: string, options: { engineCode?: number | null; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.engineCode = options.engineCode ?? null;
  }
}

/** Another process has the data folder open. */
export class StoreLocked extends StoreError {
  override readonly name = "StoreLocked";
  readonly folder: string;

  constructor(folder: string, holderPid: number, cause?: unknown) {
    super(
      `The data folder ${folder} is in use by process ${holderPid}. Stop it first, or choose another folder with HEDDLE_DATA.`,
      { cause },
    );
    this.folder = folder;
  }
}

/** Another service uses the ClickHouse database, and cannot share it with this one. */
export class StoreShared extends StoreError {
  override readonly name = "StoreShared";
}

/** The caller's signal was aborted; the engine was told to stop. */
export class StoreAborted extends StoreError {
  override readonly name = "StoreAborted";
}

/** The query exceeded its time limit. */
export class StoreTimeout extends StoreError {
  override readonly name = "StoreTimeout";
}

/** The query exceeded its memory limit. */
export class StoreMemoryLimit extends StoreError {
  override readonly name = "StoreMemoryLimit";
}

/** The query is longer or deeper than the engine can parse: a retry cannot help. */
export class StoreQueryTooLarge extends StoreError {
  override readonly name = "StoreQueryTooLarge";
}

/** The result has more rows than one response may contain. */
export class StoreResultLimit extends StoreError {
  override readonly name = "StoreResultLimit";
}

/** The disk that stores the data is full. */
export class StoreFull extends StoreError {
  override readonly name = "StoreFull";
}

/** A stored part of a table cannot be read: its files are damaged. */
export class StoreDamaged extends StoreError {
  override readonly name = "StoreDamaged";
}

/** The stored content of a file is not what its name, which is its digest, says. */
export class ContentDamaged extends StoreError {
  override readonly name = "ContentDamaged";

  constructor(
    blobName: string,
    digest: string,
    readonly sizeBytes: number,
  ) {
    super(`The bytes of the blob ${blobName} have changed: their digest is ${digest}.`);
  }
}

/** The reader of a stream took no data for a long time, and another stream needed its slot. */
export class StoreReaderTimeout extends StoreError {
  override readonly name = "StoreReaderAsleep";

  constructor() {
    super("The stream was not read for a long time and was ended because others waited.");
  }
}

/** The store is closed or closing. */
export class StoreClosed extends StoreError {
  override readonly name = "StoreClosed";

  constructor() {
    super("The store is closed.");
  }
}

const QUERY_CANCELLED_CODE = 394;

/** Codes for content that does not match its checksum or its format, and for missing files of a part. */
const DAMAGED_CODES = new Set([40, 226, 233, 234, 246, 271]);

/** Codes that mean damage only where the engine was reading a part: the end of a file, a missing file, a wrong size. */
const UNREADABLE_CODES = new Set([32, 33, 49, 74, 107, 432]);

const isDamage = (code: number, text: string) =>
  DAMAGED_CODES.has(code) || (UNREADABLE_CODES.has(code) && text.includes("while reading from part"));

const QUERY_TOO_LARGE = "The query is too large to run: it has too many operands, or operands that are too long.";

/**
 * Converts an adapter's error into a `StoreError`.
 * @param aborted whether the caller's own signal was aborted, which explains a cancelled query
 */
export function toStoreError(thrown: unknown, aborted: boolean): StoreError {
  if (thrown instanceof StoreError) return thrown;
  const text = errorMessage(thrown);
  const engineCode = readEngineCode(thrown, text);
  const options = { engineCode, cause: thrown };
  if (aborted || engineCode === QUERY_CANCELLED_CODE) return new StoreAborted("The query was stopped.", options);
  // The engine has many codes for a failed write; only the text gives the reason.
  if (engineCode === 243 || /no space left on device|disk quota exceeded/i.test(text)) {
    return new StoreFull("The disk is full.", options);
  }
  if (engineCode !== null && isDamage(engineCode, text)) return new StoreDamaged(text, options);
  switch (engineCode) {
    case 159:
      return new StoreTimeout("The query took too long and was stopped.", options);
    case 241:
      return new StoreMemoryLimit("The query needs more memory than one query may use.", options);
    case 167:
    case 168:
    case 306:
      return new StoreQueryTooLarge(QUERY_TOO_LARGE, options);
    case 62:
      if (text.includes("Max query size exceeded")) return new StoreQueryTooLarge(QUERY_TOO_LARGE, options);
      return new StoreError(text, options);
    case 396:
      return new StoreResultLimit("The result has too many rows for one response.", options);
    default:
      return new StoreError(text, options);
  }
}

function readEngineCode(thrown: unknown, text: string): number | null {
  if (typeof thrown === "object" && thrown !== null) {
    if ("clickhouseCode" in thrown && typeof thrown.clickhouseCode === "number") return thrown.clickhouseCode;
    // @clickhouse/client's ClickHouseError carries the number as text.
    if ("code" in thrown && typeof thrown.code === "string" && /^\d+$/.test(thrown.code)) return Number(thrown.code);
  }
  const match = /Code: (\d+)\./.exec(text);
  return match?.[1] === undefined ? null : Number(match[1]);
}

/** More data is waiting to be written than memory may hold. The client should retry later. */
export class StoreOverloaded extends StoreError {
  override readonly name = "StoreOverloaded";
}
