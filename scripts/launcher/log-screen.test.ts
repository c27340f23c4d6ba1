import { describe, expect, it } from "vitest";
import { LogScreen } from "./log-screen";

function screen(isTTY: boolean) {
  const written: string[] = [];
  const log = new LogScreen({ isTTY, write: (text: string) => written.push(text) });
  return { log, written };
}

describe("LogScreen", () => {
  it("passes every line unchanged when the output is not a terminal", () => {
    const { log, written } = screen(false);
    const line = '{"level":30,"msg":"request"}';
    log.of("service").onLine(line);
    expect(written).toEqual([`${line}\n`]);
  });

  it("shows warnings as sentences in a terminal, and hides ordinary entries and greetings", () => {
    const { log, written } = screen(true);
    log.open();
    const { onLine } = log.of("service");
    onLine('{"level":30,"msg":"request"}');
    onLine("▲ Next.js 16.4.5");
    onLine('{"level":50,"msg":"Could not write","err":{"message":"disk full"}}');
    onLine("plain text");
    expect(written).toEqual(["service  error  Could not write  disk full\n", "service  plain text\n"]);
  });

  it("shows progress at once, before the addresses", () => {
    const { log, written } = screen(true);
    log.of("service").onLine('{"level":30,"isProgress":true,"msg":"upgrading: 20000 of 50000"}');
    log.of("service").onLine("early");
    expect(written).toEqual(["service  upgrading: 20000 of 50000\n"]);
  });

  it("holds back the lines of a terminal until the addresses were shown, and loses none", () => {
    const { log, written } = screen(true);
    log.of("service").onLine("early");
    log.of("dashboard").onNotice("The dashboard ended.");
    expect(written).toEqual([]);
    log.open();
    expect(written).toEqual(["service  early\n", "The dashboard ended.\n"]);
  });
});
