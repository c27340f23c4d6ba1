import { afterEach, expect, it } from "vitest";
import { TestMailServer } from "@/service/watches/testing/test-mail-server";
import { UNTRUSTED_CERTIFICATE } from "@/test/faults/attacks/untrusted-certificate";
import { MailSender, smtpSettings } from "./mail-sender";

const FROM = "heddle@example.org";
const { signal } = new AbortController();
const MAIL = {
  id: "msg_1",
  to: ["ines@example.org"],
  subject: "Firing: Errors",
  text: "Share of errors 11 %",
  sentMs: 0,
};

let server: TestMailServer | null = null;

afterEach(async () => {
  await server?.stop();
  server = null;
});

async function send(options: Parameters<typeof TestMailServer.start>[0], mail: Partial<typeof MAIL> = {}, user = "") {
  server = await TestMailServer.start(options);
  const sender = new MailSender(smtpSettings(`smtp://${user}127.0.0.1:${server.port}`, FROM));
  return { server, result: await sender.send({ ...MAIL, ...mail }, signal) };
}

it("delivers a message with its id, and signs in with a password that may have any characters", async () => {
  const { server: to, result } = await send({}, {}, `${encodeURIComponent("a@b")}:${encodeURIComponent("p:/ä")}@`);
  expect(result).toMatchObject({ isDelivered: true, status: 250 });
  expect(to.received).toMatchObject([{ to: ["ines@example.org"], text: "Share of errors 11 %" }]);
  expect(to.received[0]?.headers).toMatchObject({ subject: "Firing: Errors", "message-id": "<msg_1@example.org>" });
  const auth = to.said.find((line) => line.startsWith("AUTH PLAIN "))?.slice(11) ?? "";
  expect(Buffer.from(auth, "base64").toString("utf8")).toBe("\0a@b\0p:/ä");
});

it("never lets a text add a header, a recipient or a command", async () => {
  const subject = "Überlauf\r\nBcc: <all@example.org>\r\n\r\nhello 🙂 ".repeat(3);
  const text = "first\r\n.\r\nRCPT TO:<all@example.org>\r\n..\r\nlast";
  const { server: to } = await send({}, { subject, text });
  const [mail] = to.received;
  expect(mail?.headers.bcc).toBeUndefined();
  expect(mail?.headers.subject).toContain("Überlauf Bcc: <all@example.org> hello 🙂");
  expect(mail?.text).toBe(text);
  expect(to.said.filter((line) => line.includes("all@"))).toEqual([]);
});

it("says which recipients were refused, and fails when all were", async () => {
  const to = ["ines@example.org", "gone@example.org"];
  const { result } = await send({ refused: ["gone@"] }, { to });
  expect(result).toMatchObject({ isDelivered: true, answer: expect.stringContaining("gone@example.org>: 550") });
  await server?.stop();
  const { result: none } = await send({ refused: ["gone@", "ines@"] }, { to });
  expect(none).toMatchObject({ isDelivered: false, status: 550 });
});

it("returns the answer of a server that refuses the message, and why there is none", async () => {
  const { result, server: to } = await send({ failures: ["451 try later"] });
  expect(result).toMatchObject({ isDelivered: false, status: 451, answer: "the message: 451 try later" });
  const { port } = to;
  await to.stop();
  const sender = new MailSender(smtpSettings(`smtp://127.0.0.1:${port}`, FROM));
  expect(await sender.send(MAIL, signal)).toMatchObject({ isDelivered: false, status: null });
  server = null;
});

it("does not send a password where the server offers no encryption, unless it is this machine", async () => {
  // Another address of this machine stands for a host elsewhere.
  server = await TestMailServer.start({ host: "127.0.0.2" });
  const settings = smtpSettings(`smtp://ada:secret@127.0.0.2:${server.port}`, FROM);
  const result = await new MailSender(settings).send(MAIL, signal);
  expect(result).toMatchObject({ isDelivered: false, answer: expect.stringContaining("does not offer STARTTLS") });
  expect(server.said.some((line) => line.startsWith("AUTH"))).toBe(false);
});

it("sends nothing to a server whose certificate nobody vouches for", async () => {
  const { server: to, result } = await send({ tls: UNTRUSTED_CERTIFICATE }, {}, "ada:secret@");
  expect(result.isDelivered).toBe(false);
  expect(result.answer).toMatch(/certificate/i);
  expect(to.said.filter((line) => /^(AUTH|MAIL|RCPT)/.test(line))).toEqual([]);
});

it("encrypts what it says once the server offers it", async () => {
  server = await TestMailServer.start({ tls: UNTRUSTED_CERTIFICATE, host: "localhost" });
  const settings = {
    ...smtpSettings(`smtp://ada:secret@localhost:${server.port}`, FROM),
    ca: UNTRUSTED_CERTIFICATE.cert,
  };
  expect(await new MailSender(settings).send(MAIL, signal)).toMatchObject({ isDelivered: true });
  expect(server.received).toMatchObject([{ isEncrypted: true }]);
});
