import { expect, it } from "vitest";
import { curlCommand, pythonProgram } from "./request-program";

const body = { text: "it's null, true", isOn: true, limit: null };
const request = {
  url: "http://localhost:7701/evaluation_runs/start",
  compact: JSON.stringify(body),
  indented: JSON.stringify(body, null, 2),
};

it("quotes the body for a shell", () => {
  expect(curlCommand(request)).toBe(
    `curl -u "api:$WANDB_API_KEY" 'http://localhost:7701/evaluation_runs/start' \\
  -d '{"text":"it'\\''s null, true","isOn":true,"limit":null}'`,
  );
});

it("writes the body as Python, and leaves texts as they are", () => {
  expect(pythonProgram(request, "id")).toBe(`import os

import requests

answer = requests.post(
    "http://localhost:7701/evaluation_runs/start",
    auth=("api", os.environ["WANDB_API_KEY"]),
    json={
      "text": "it's null, true",
      "isOn": True,
      "limit": None
    },
)
print(answer.json()["id"])`);
});
