import { Response } from "undici";
import { expect, test } from "vitest";
import { Secret } from "@/lib/auth/secret";
import { readAnswer } from "./answer-kind";
import { redactor } from "./redact";
import { isBareFailure, pageInsteadOfData, upstreamFailure } from "./upstream-failure";

const SECRET = "canary-<b>0123456789</b>  abcdef";
const redact = redactor([new Secret(SECRET)]);

// At the end of the excerpt, among tags, and as HTML: each once split the credential before it was found.
test.each([
  ["at the end of the excerpt", `${"x".repeat(190)} ${SECRET}`],
  ["with tags in it", `refused: ${SECRET}`],
  ["as HTML", `<p>refused: ${SECRET.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</p>`],
])("removes the credential completely from a page that repeats it %s", async (_name, text) => {
  const response = new Response(text, { status: 500 });
  const failed = upstreamFailure(response, await readAnswer(response, "/call/read"), redact);
  expect(failed.reason).not.toContain("canary");
  const page = pageInsteadOfData(await readAnswer(new Response(`<html>${text}`), "/call/read"), redact);
  expect(page.reason).not.toContain("canary");
});

test("says when a version was deleted, from the service's own member", async () => {
  const gone = { deleted_at: "2026-11-01T10:00:00+00:00" };
  const response = new Response(JSON.stringify(gone), { status: 404, headers: { "content-type": "application/json" } });
  const answer = await readAnswer(response, "/obj/read");
  expect(isBareFailure(answer)).toBe(false);
  expect(upstreamFailure(response, answer, redact)).toMatchObject({
    kind: "not-found",
    deletedAt: "2026-11-01T10:00:00.000Z",
  });
});

test("passes no text on as the time of a deletion, which might repeat a credential", async () => {
  const response = new Response(JSON.stringify({ reason: "gone", deleted_at: SECRET }), { status: 404 });
  const failed = upstreamFailure(response, await readAnswer(response, "/obj/read"), redact);
  expect(failed.deletedAt).toBeUndefined();
});
