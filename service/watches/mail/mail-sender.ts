import { hostname } from "node:os";
import { errorMessage } from "@/lib/guard/error-message";
import { type Mail, mailText } from "./mail-text";
import type { SendResult } from "./send-result";
import { SmtpConnection, SmtpError, type SmtpHost } from "./smtp-connection";

const TIMEOUT_MS = 30_000;
const KEPT_ANSWER = 300;
const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]", "::1"]);
const PORTS = { "smtp:": 587, "smtps:": 465 } as const;

interface SmtpSettings extends SmtpHost {
  readonly user: string | null;
  readonly password: string;
  /** The address that messages come from. */
  readonly from: string;
}

/** Returns the settings of an address such as `smtp://user:password@mail.example.org:587`. */
export function smtpSettings(address: string, from: string): SmtpSettings {
  const url = new URL(address);
  const isTls = url.protocol === "smtps:";
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? PORTS[isTls ? "smtps:" : "smtp:"] : Number(url.port),
    isTls,
    user: url.username === "" ? null : decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    from,
  };
}

const base64 = (text: string): string => Buffer.from(text, "utf8").toString("base64");

/** Sends messages by the mail server of the installation. */
export class MailSender {
  readonly #settings: SmtpSettings;

  constructor(settings: SmtpSettings) {
    this.#settings = settings;
  }

  /** Sends a message once. Never rejects. The status is that of the server's answer to the message. */
  async send(mail: Omit<Mail, "from">, signal: AbortSignal): Promise<SendResult> {
    const began = performance.now();
    const done = (isDelivered: boolean, status: number | null, answer: string): SendResult => ({
      ...{ isDelivered, status, answer: answer.slice(0, KEPT_ANSWER) },
      durationMs: Math.round(performance.now() - began),
    });
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const { code, text, refused } = await this.#deliver(mail, AbortSignal.any([signal, timeout]));
      const left = refused.length === 0 ? "" : ` Refused: ${refused.join("; ")}`;
      return done(true, code, `${text}${left}`);
    } catch (error) {
      if (timeout.aborted) return done(false, null, `No answer within ${TIMEOUT_MS / 1000} s.`);
      return done(false, error instanceof SmtpError ? error.code : null, errorMessage(error));
    }
  }

  async #deliver(mail: Omit<Mail, "from">, signal: AbortSignal) {
    const connection = await SmtpConnection.open(this.#settings, signal);
    try {
      await this.#begin(connection);
      const { from } = this.#settings;
      await connection.command(`MAIL FROM:<${from}>`, 250);
      const refused = await addRecipients(connection, mail.to);
      await connection.command("DATA", 354);
      const reply = await connection.command(`${mailText({ ...mail, from })}.`, 250, "the message");
      connection.close();
      return { ...reply, refused };
    } finally {
      connection.destroy();
    }
  }

  /** Greets, encrypts where the server can, and signs in. @throws SmtpError before a password would be sent in plain text */
  async #begin(connection: SmtpConnection): Promise<void> {
    const { host, isTls, user, password } = this.#settings;
    const greeting = `EHLO ${/^[\w.-]+$/.test(hostname()) ? hostname() : "heddle"}`;
    let offers = (await connection.command(greeting, 250)).text.split("\n");
    const canSecure = !isTls && offers.some((line) => /^STARTTLS$/i.test(line));
    if (canSecure) {
      await connection.secure(this.#settings);
      offers = (await connection.command(greeting, 250)).text.split("\n");
    }
    if (user === null) return;
    if (!isTls && !canSecure && !LOCAL_HOSTS.has(host))
      throw new SmtpError("The mail server does not offer STARTTLS. A password is not sent without it.");
    const methods = offers.find((line) => /^AUTH[ =]/i.test(line))?.toUpperCase() ?? "";
    if (methods.includes("PLAIN") || !methods.includes("LOGIN")) {
      await connection.command(`AUTH PLAIN ${base64(`\0${user}\0${password}`)}`, 235, "signing in");
      return;
    }
    await connection.command("AUTH LOGIN", 334, "signing in");
    await connection.command(base64(user), 334, "signing in");
    await connection.command(base64(password), 235, "signing in");
  }
}

/** Returns the recipients that the server refuses, with its reasons. @throws SmtpError when it refuses all */
async function addRecipients(connection: SmtpConnection, to: readonly string[]): Promise<readonly string[]> {
  const refused: string[] = [];
  let last: unknown = null;
  for (const address of to) {
    try {
      await connection.command(`RCPT TO:<${address}>`, 250);
    } catch (error) {
      if (!(error instanceof SmtpError) || error.code === null) throw error;
      refused.push(error.message);
      last = error;
    }
  }
  if (refused.length === to.length) throw last;
  return refused;
}
