import { describe, expect, it } from "vitest";
import { callOf, otlpAttributes } from "./testing/make-span";

const recorded = (type: string, message: string, stacktrace = "") => ({
  name: "exception",
  attributes: otlpAttributes({
    "exception.type": type,
    "exception.message": message,
    ...(stacktrace === "" ? {} : { "exception.stacktrace": stacktrace }),
  }),
});

function exceptionOf(status: object, ...events: readonly ReturnType<typeof recorded>[]): unknown {
  const text = callOf({}, { status: status as never, events: [...events] }).end?.exception ?? null;
  return text?.startsWith("{") ? JSON.parse(text) : text;
}

const FAILED = { code: 2 };
const PYTHON = `Traceback (most recent call last):
  File "/app/bot.py", line 9, in answer
    return find()
           ^^^^^^
  File "/app/tools.py", line 3, in find
    raise ValueError('broke')
ValueError: broke
`;

describe("an exception with a stack has the frames of", () => {
  const frame = (filename: string, line: number, name: string, text = "") => ({
    ...{ filename, line_number: line, function_name: name, text },
  });

  it.each([
    [
      "Python",
      PYTHON,
      [
        frame("/app/bot.py", 9, "answer", "return find()"),
        frame("/app/tools.py", 3, "find", "raise ValueError('broke')"),
      ],
    ],
    [
      "JavaScript, the newest last",
      "ValueError: broke\n    at find (file:///app/tools.js:3:7)\n    at async answer (/app/bot.js:9:1)\n    at /app/main.js:1:1",
      [frame("/app/main.js", 1, ""), frame("/app/bot.js", 9, "answer"), frame("file:///app/tools.js", 3, "find")],
    ],
    [
      "Java",
      "ValueError: broke\n\tat org.app.Tools.find(Tools.java:3)",
      [frame("Tools.java", 3, "org.app.Tools.find")],
    ],
    [
      ".NET",
      "ValueError: broke\n   at App.Tools.Find(String x) in /app/Tools.cs:line 3",
      [frame("/app/Tools.cs", 3, "App.Tools.Find(String x)")],
    ],
  ])("%s", (_language, stack, traceback) => {
    expect(exceptionOf({ ...FAILED, message: "ValueError: broke" }, recorded("ValueError", "broke", stack))).toEqual({
      type: "ValueError",
      message: "broke",
      traceback,
    });
  });

  it("nothing where its language is unknown: the stack is its text", () => {
    expect(exceptionOf(FAILED, recorded("E", "broke", "broke\ngoroutine 1"))).toBe("broke\ngoroutine 1");
    expect(exceptionOf(FAILED, recorded("E", "broke", "goroutine 1"))).toBe("E: broke\ngoroutine 1");
  });
});

describe("an exception", () => {
  it("is both the event and the status where they differ", () => {
    const broke = recorded("app.ValueError", "broke");
    expect(exceptionOf({ ...FAILED, message: "tool find failed" }, broke)).toBe(
      "app.ValueError: broke\ntool find failed",
    );
    for (const message of ["broke", "ValueError: broke", "ValueError('broke')", "app.ValueError", `broke${PYTHON}`]) {
      expect(exceptionOf({ ...FAILED, message }, broke)).toBe("app.ValueError: broke");
    }
  });

  it("is the last event, and an event alone is none", () => {
    expect(exceptionOf(FAILED, recorded("A", "first"), recorded("B", "second"))).toBe("B: second");
    expect(exceptionOf({ code: 1 }, recorded("CancelledError", ""))).toBeNull();
    expect(exceptionOf({}, recorded("CancelledError", ""))).toBeNull();
  });

  it("has the type beside the message of the status where that does not say it", () => {
    const at = (type: string, message: string) =>
      callOf({ "error.type": type }, { status: { code: 2, message } }).end?.exception;
    expect(at("openai.NotFoundError", "no such model")).toBe("openai.NotFoundError: no such model");
    expect(at("NotFoundError", "NotFoundError: no such model")).toBe("NotFoundError: no such model");
    expect(at("404", "no such model")).toBe("no such model");
  });

  it("is in the attributes of the span where no event has it", () => {
    const at = (attributes: object, message = "") =>
      callOf(attributes, { status: { code: 2, message } }).end?.exception ?? "";
    const broke = { "exception.type": "ValueError", "exception.message": "ValueError: broke" };
    expect(at(broke)).toBe("ValueError: broke");
    expect(at(broke, "broke")).toBe("ValueError: broke");
    expect(JSON.parse(at({ ...broke, "exception.stacktrace": PYTHON }))).toMatchObject({
      ...{ type: "ValueError", message: "broke", traceback: [{ line_number: 9 }, { line_number: 3 }] },
    });
    expect(at({ "error.type": "RateLimitError", "error.message": "quota" })).toBe("RateLimitError: quota");
    expect(callOf(broke).end?.exception).toBeNull();
  });

  it("keeps a message that is the JSON of an answer, or a number", () => {
    expect(exceptionOf(FAILED, recorded("ApiError", '{"error":"bad key"}'))).toBe('ApiError: {"error":"bad key"}');
    const event = { name: "exception", attributes: otlpAttributes({ "exception.type": "E", "exception.message": 42 }) };
    expect(callOf({}, { status: FAILED, events: [event] }).end?.exception).toBe("E: 42");
  });

  it("is the level of Langfuse where its status is unset", () => {
    const level = { "langfuse.observation.level": "ERROR", "langfuse.observation.status_message": "no such flight" };
    expect(callOf(level).end?.exception).toBe("no such flight");
  });
});

describe("a chain of Python", () => {
  const chain = (first: string, link: string) =>
    `Traceback (most recent call last):\n  File "a.py", line 1, in a\n${first}\n\n${link}\n\n${PYTHON}`;
  const DIRECT = "The above exception was the direct cause of the following exception:";
  const DURING = "During handling of the above exception, another exception occurred:";

  it.each([DIRECT, DURING])("has the frames of its last exception and the words of its first one: %s", (link) => {
    expect(exceptionOf(FAILED, recorded("ValueError", "broke", chain("app.KeyError: 'x'", link)))).toMatchObject({
      message: "broke\nCaused by app.KeyError: 'x'",
      traceback: [{ filename: "/app/bot.py" }, { filename: "/app/tools.py" }],
    });
  });

  it("says its first exception once", () => {
    expect(exceptionOf(FAILED, recorded("ValueError", "broke", chain("KeyError: broke", DIRECT)))).toMatchObject({
      message: "broke",
    });
  });
});

it("what Weave's agents say of an error beside its status is in the exception", () => {
  const attributes = { "weave.openai_agents.error.data": "{'error': 'Error code: 404'}" };
  const { end } = callOf(attributes, { status: { code: 2, message: "Error getting response" } });
  expect(end?.exception).toBe("Error getting response\nError code: 404");
});

it("the type of an error that was sent as Python prints a class is its name", () => {
  const { end } = callOf(
    { "error.type": "<class 'openai.NotFoundError'>" },
    { status: { code: 2, message: "No model" } },
  );
  expect(end?.exception).toBe("openai.NotFoundError: No model");
});
