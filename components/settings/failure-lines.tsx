import { Callout } from "@/components/ui/callout";

/** The message of a failed change, inside its dialog or form. */
export function FailureLines({ messages }: { messages: readonly string[] }) {
  return messages.map((message) => (
    <Callout key={message} tone="err" className="mt-3">
      {message}
    </Callout>
  ));
}
