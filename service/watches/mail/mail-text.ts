/** A message before it is sent. */
export interface Mail {
  /** The same in each try: `msg_…`. */
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly sentMs: number;
}

/** Octets of a word so that, in base64 and with its frame, it has at most 75 (RFC 2047, section 2). */
const WORD_OCTETS = 42;
const LINE_LENGTH = 76;
const CRLF = "\r\n";

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text) && !text.includes("=?");

/** Texts of traces must not add headers: line breaks and other controls become spaces. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

/** Returns a header's text as encoded words where it is not ASCII; no character is split. */
function encodedWords(text: string): string {
  if (isPlain(text)) return text;
  const words: string[] = [];
  let word = "";
  for (const character of text) {
    if (Buffer.byteLength(word + character) > WORD_OCTETS) {
      words.push(word);
      word = "";
    }
    word += character;
  }
  const all = [...words, word].filter((one) => one !== "");
  return all.map((one) => `=?utf-8?B?${Buffer.from(one).toString("base64")}?=`).join(`${CRLF} `);
}

const MAX_SUBJECT = 200;

/** Returns a message of RFC 5322: plain text in base64, so that no line begins with a dot or is too long. */
export function mailText({ id, from, to, subject, text, sentMs }: Mail): string {
  const body = Buffer.from(text, "utf8").toString("base64");
  const lines = body.match(new RegExp(`.{1,${LINE_LENGTH}}`, "g")) ?? [];
  const host = from.split("@").at(-1) ?? "heddle";
  return [
    `From: Heddle <${from}>`,
    `To: ${to.map((address) => `<${address}>`).join(`,${CRLF} `)}`,
    `Subject: ${encodedWords(oneLine(subject).slice(0, MAX_SUBJECT))}`,
    `Date: ${new Date(sentMs).toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: <${id}@${host}>`,
    "Auto-Submitted: auto-generated",
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: base64",
    "",
    ...lines,
    "",
  ].join(CRLF);
}
