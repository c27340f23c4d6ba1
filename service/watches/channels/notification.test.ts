import { expect, it } from "vitest";
import { webhookHeaders } from "@/lib/outgoing/sign-webhook";
import { bodyFor, type Notification } from "./notification";

const NOTIFICATION: Notification = {
  kind: "firing",
  event_id: "e1",
  watch_id: "w1",
  name: "Errors <!channel>",
  project_id: "demo/airline",
  group: "[press](https://evil.example) @here",
  at: "2026-11-20T11:20:00.000Z",
  value: 0.112,
  calls: 142,
  sentence: "Share of errors of [press](https://evil.example) @here 11.2%",
  url: "https://heddle.example/demo/airline/r/watch/w1",
};

it("signs as the example of Standard Webhooks", () => {
  const message = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", sentS: 1_614_265_330, body: '{"test": 2432232314}' };
  expect(webhookHeaders(message, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

it("sends the id and no signature without a secret", () => {
  expect(Object.keys(webhookHeaders({ id: "a", sentS: 1, body: "" }, null))).toEqual([
    "webhook-id",
    "webhook-timestamp",
  ]);
});

it("has the type and the data of Standard Webhooks", () => {
  expect(JSON.parse(bodyFor("webhook", NOTIFICATION))).toMatchObject({
    type: "watch.firing",
    timestamp: NOTIFICATION.at,
    data: { name: NOTIFICATION.name, value: 0.112, is_test: false },
  });
});

it("lets texts of traces notify nobody in Slack", () => {
  const { text } = JSON.parse(bodyFor("slack", NOTIFICATION)) as { text: string };
  expect(text).toContain("Errors &lt;!channel&gt;");
  expect(text).not.toContain("@here");
  expect(text).toContain("<https://heddle.example/demo/airline/r/watch/w1|Open in Heddle>");
});

it("lets texts of traces format nothing in Teams", () => {
  const { attachments } = JSON.parse(bodyFor("teams", NOTIFICATION)) as {
    attachments: [{ content: { body: object[] } }];
  };
  expect(attachments[0].content.body).toHaveLength(2);
  expect(attachments[0].content.body).toEqual(
    expect.arrayContaining([expect.objectContaining({ type: "RichTextBlock" })]),
  );
  expect(JSON.stringify(attachments)).not.toContain('"TextBlock"');
});
