import { expect, it } from "vitest";
import { channelSave } from "@/lib/api/contract/watches/watch-channels";
import { newSecret } from "./new-secret";

it("is accepted by the service, and another one each time", () => {
  const secret = newSecret();
  const channel = { project_id: "demo/airline", name: "Pager", kind: "webhook", url: "https://example.com" };
  expect(channelSave.parse({ ...channel, secret }).secret).toBe(secret);
  expect(newSecret()).not.toBe(secret);
});
