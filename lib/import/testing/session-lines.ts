const SESSION = "7c1f0d52-1111-4222-8333-444455556666";
const at = (seconds: number) => new Date(Date.parse("2026-11-20T10:00:00Z") + seconds * 1000).toISOString();

const claude = (type: string, uuid: string, seconds: number, members: Record<string, unknown>) => ({
  type,
  uuid,
  parentUuid: null,
  sessionId: SESSION,
  timestamp: at(seconds),
  cwd: "/home/ada/bags",
  gitBranch: "main",
  version: "2.0.49",
  isSidechain: false,
  userType: "external",
  ...members,
});

const answer = (
  id: string,
  content: readonly unknown[],
  usage: Record<string, unknown>,
  stop: string | null = null,
) => ({
  message: {
    id,
    type: "message",
    role: "assistant",
    model: "claude-sonnet-4-5-20250929",
    content,
    stop_reason: stop,
    usage,
  },
});

const result = (id: string, content: unknown, members: Record<string, unknown> = {}) => ({
  message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content, ...members }] },
});

/** A session of Claude Code in the observed form: two turns, an edit, a command that fails, and a subagent. */
export const claudeLines: readonly unknown[] = [
  { type: "summary", summary: "Fix the bags", leafUuid: "a2" },
  { type: "file-history-snapshot", messageId: "u1", snapshot: {} },
  claude("user", "u0", 0, { isMeta: true, message: { role: "user", content: "Caveat: local commands" } }),
  claude("user", "u1", 1, { message: { role: "user", content: "Fix the bag count" } }),
  claude(
    "assistant",
    "a1",
    4,
    answer("msg_1", [{ type: "thinking", thinking: "Look first" }], { input_tokens: 5, output_tokens: 1 }),
  ),
  claude(
    "assistant",
    "a2",
    5,
    answer(
      "msg_1",
      [
        {
          type: "tool_use",
          id: "toolu_1",
          name: "Edit",
          input: { file_path: "/home/ada/bags/count.ts", old_string: "return 1", new_string: "return 2" },
        },
      ],
      { input_tokens: 5, cache_read_input_tokens: 1000, cache_creation_input_tokens: 200, output_tokens: 90 },
      "tool_use",
    ),
  ),
  claude("user", "u2", 7, {
    ...result("toolu_1", "The file has been updated."),
    toolUseResult: {
      filePath: "/home/ada/bags/count.ts",
      structuredPatch: [{ oldStart: 3, oldLines: 1, newStart: 3, newLines: 1, lines: ["-return 1", "+return 2"] }],
    },
  }),
  claude(
    "assistant",
    "a3",
    9,
    answer(
      "msg_2",
      [{ type: "tool_use", id: "toolu_2", name: "Bash", input: { command: "npm test" } }],
      { input_tokens: 8, output_tokens: 20 },
      "tool_use",
    ),
  ),
  claude("assistant", "s1", 10, {
    ...answer(
      "msg_9",
      [{ type: "text", text: "From the subagent" }],
      { input_tokens: 3, output_tokens: 4 },
      "end_turn",
    ),
    isSidechain: true,
    agentId: "6e067db7",
  }),
  claude("user", "u3", 12, result("toolu_2", "1 test failed", { is_error: true })),
  claude(
    "assistant",
    "a4",
    15,
    answer("msg_3", [{ type: "text", text: "One test fails." }], { input_tokens: 9, output_tokens: 12 }, "end_turn"),
  ),
  claude("user", "u4", 60, { message: { role: "user", content: [{ type: "text", text: "Fix it" }] } }),
  claude(
    "assistant",
    "a5",
    63,
    answer("msg_4", [{ type: "text", text: "Done." }], { input_tokens: 10, output_tokens: 3 }, "end_turn"),
  ),
];

const codex = (type: string, seconds: number, payload: Record<string, unknown>) => ({
  timestamp: at(seconds),
  type,
  payload,
});
const item = (seconds: number, payload: Record<string, unknown>) => codex("response_item", seconds, payload);
const words = (role: string, text: string) => ({
  type: "message",
  role,
  content: [{ type: role === "user" ? "input_text" : "output_text", text }],
});

/** A session of Codex in the observed form: a command, a patch, tokens and the end of the turn. */
export const codexLines: readonly unknown[] = [
  codex("session_meta", 0, {
    id: "019a2d7a-41c4-78b1-b7cc-a45d62a89cd5",
    cwd: "/home/ada/bags",
    cli_version: "0.46.0",
    git: { branch: "main" },
  }),
  item(0, words("user", "<environment_context>cwd</environment_context>")),
  item(1, words("user", "Say hello in a file")),
  codex("event_msg", 1, { type: "user_message", message: "Say hello in a file" }),
  codex("turn_context", 1, { model: "gpt-5-codex", cwd: "/home/ada/bags" }),
  item(3, { type: "reasoning", summary: [{ type: "summary_text", text: "List first" }], encrypted_content: "gAAA" }),
  item(4, { type: "function_call", name: "shell", arguments: '{"command":["bash","-lc","ls"]}', call_id: "call_1" }),
  codex("event_msg", 4, {
    type: "token_count",
    info: { last_token_usage: { input_tokens: 2946, cached_input_tokens: 1000, output_tokens: 70 } },
  }),
  item(5, {
    type: "function_call_output",
    call_id: "call_1",
    output: '{"output":"no such file\\n","metadata":{"exit_code":2,"duration_seconds":0.1}}',
  }),
  item(7, {
    type: "custom_tool_call",
    name: "apply_patch",
    call_id: "call_2",
    input: "*** Begin Patch\n*** Add File: hello.txt\n+Hello\n*** End Patch",
  }),
  item(8, {
    type: "custom_tool_call_output",
    call_id: "call_2",
    output: '{"output":"Success","metadata":{"exit_code":0}}',
  }),
  item(9, words("assistant", "Done")),
  codex("event_msg", 9, { type: "token_count", info: { last_token_usage: { input_tokens: 3100, output_tokens: 5 } } }),
  codex("event_msg", 9, { type: "task_complete" }),
];

/** The text of a session file. */
export const linesText = (lines: readonly unknown[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join("");
