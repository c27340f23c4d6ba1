// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ToastProvider } from "@/components/ui/toast";
import type { ChatMessage } from "@/lib/chat/chat-message";
import type { Turn } from "@/lib/thread/thread-turns";
import { ConversationTurn } from "./conversation-turn";

afterEach(cleanup);

const turn: Turn = {
  id: "a",
  number: 3,
  name: "agent.turn",
  status: "ok",
  exception: null,
  hasInventedTimes: false,
  isRewound: false,
  startedMs: 0,
  endedMs: 1000,
  durationMs: 1000,
  tokensIn: null,
  tokensOut: null,
  costUsd: null,
  tools: [],
  firstModelId: null,
  lastModelId: null,
};

const messages: readonly ChatMessage[] = [
  { role: "user", name: null, parts: [{ kind: "text", text: "Where is my bag?" }] },
  {
    role: "assistant",
    name: null,
    parts: [
      { kind: "reasoning", text: "The tag says SEA." },
      { kind: "text", text: "In Seattle." },
    ],
  },
];

function show(members: Partial<Parameters<typeof ConversationTurn>[0]> = {}) {
  render(
    <ToastProvider>
      <ConversationTurn
        slug="airline"
        turn={turn}
        messages={messages}
        isUnread={false}
        isSlow={false}
        isChosen={false}
        hasReasoning
        onChosen={() => {}}
        {...members}
      />
    </ToastProvider>,
  );
  return screen.getByRole("article", { name: "Turn 3" });
}

describe("a turn of the conversation", () => {
  it("shows the messages, links to its trace, and omits figures that are not available", () => {
    const article = show();
    expect(article.textContent).toContain("Where is my bag?");
    expect(article.textContent).toContain("In Seattle.");
    expect(screen.getByRole("link", { name: "Trace of turn 3" }).getAttribute("href")).toBe("/airline/traces/a");
    expect(article.textContent).not.toMatch(/ in, |\$/);
  });

  it("shows reasoning only when it is enabled", () => {
    expect(show().textContent).toContain("The tag says SEA.");
    cleanup();
    expect(show({ hasReasoning: false }).textContent).not.toContain("The tag says SEA.");
  });

  it("distinguishes no messages, not yet loaded, and failed to load", () => {
    expect(show({ messages: [] }).textContent).toContain("No messages were logged.");
    cleanup();
    const waiting = show({ messages: undefined });
    expect(waiting.textContent).not.toContain("No messages were logged.");
    const skeletons = waiting.querySelectorAll("[class*=pulse], [class*=skeleton]").length;
    cleanup();
    const unread = show({ messages: undefined, isUnread: true });
    expect(unread.querySelectorAll("[class*=pulse], [class*=skeleton]").length).toBeLessThan(skeletons);
  });

  it("shows why it failed and its status", () => {
    const failed = show({ turn: { ...turn, status: "error", exception: "RateLimitError: 429" }, isSlow: true });
    expect(failed.textContent).toContain("RateLimitError: 429");
    expect(failed.textContent).toContain("slow");
    expect(screen.getByRole("img", { name: "error" })).toBeTruthy();
  });

  it("says that the user went back behind it", () => {
    expect(show().textContent).not.toContain("rewound");
    cleanup();
    expect(show({ turn: { ...turn, isRewound: true } }).textContent).toContain("rewound");
  });
});
