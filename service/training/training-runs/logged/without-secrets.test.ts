import { expect, it } from "vitest";
import type { RedactionRule } from "@/lib/api/contract/admin/redaction";
import type { TrainingRunLog } from "@/lib/api/contract/training-runs/logged-runs";
import { ProjectRedactor } from "@/service/traces/redaction/project-redactor";
import { withoutSecrets } from "./without-secrets";

const REMOVED = "[removed: secret]";
const body = (members: object) => ({ project_id: "a/b", run: "r", ...members }) as TrainingRunLog;

it("removes values whose names or forms say that they are secrets, wherever they are", () => {
  const { config, origin } = withoutSecrets(
    body({
      config: {
        hub_token: "anything",
        nested: { wandb_api_key: "abc", list: ["sk-0123456789abcdefghij", "fine"] },
        url: "https://ada:word@example.org/x",
      },
      origin: {
        command: "HF_TOKEN=abc python train.py --lr 1e-6 --hub-token xyz --api_key=q trainer.password=p",
        repository: "https://oauth2:ghp_0123456789abcdefghij@example.org/rl.git",
        versions: { trl: "1.16.0" },
      },
    }),
    null,
  );
  expect(config).toEqual({
    hub_token: REMOVED,
    nested: { wandb_api_key: REMOVED, list: [REMOVED, "fine"] },
    url: `${REMOVED}example.org/x`,
  });
  const text = JSON.stringify(origin);
  for (const secret of ["abc", "xyz", "=q", "=p", "ghp_"]) expect(text, secret).not.toContain(secret);
  expect(text).toContain("python train.py --lr 1e-6");
  expect(origin?.versions).toEqual({ trl: "1.16.0" });
});

it("keeps what only resembles a secret: tokens of a tokenizer, counts of tokens, commits, and digits as they are", () => {
  const config = {
    ...{ pad_token: "<|im_end|>", eos_token: "</s>", max_tokens: 512, num_input_tokens_seen: 3, token_budget: "big" },
    ...{ lr: 1e-6, tokenizer: "Qwen/Qwen3", secretary: "x", key: "value", sk: "sk-short" },
  };
  const origin = {
    commit: "0123456789abcdef0123456789abcdef01234567",
    command: "python -m train --max_tokens 512 --pad_token=x --model.key=value",
  };
  const sent = body({ config, origin });
  expect(withoutSecrets(sent, null)).toEqual(sent);
});

it("applies the project's own rules for attributes, too", () => {
  const rule: RedactionRule = {
    name: "hosts",
    is_enabled: true,
    kind: "key",
    pattern: "host",
    places: ["attributes"],
    action: "remove",
  };
  const redacted = withoutSecrets(body({ origin: { host: "node-1" } }), new ProjectRedactor([rule], null));
  expect(redacted.origin).toEqual({ host: "[removed: hosts]" });
});
