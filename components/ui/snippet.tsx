import { classNames } from "@/lib/style/class-names";
import { CopyButton } from "./copy-button";

type SnippetProps = {
  text: string;
  /** The noun for its copy button: `program`. */
  noun: string;
  /** Wraps long lines, where reading them matters more than the code's shape. */
  isWrapped?: boolean;
};

/** A few lines to copy and run. */
export function Snippet({ text, noun, isWrapped = false }: SnippetProps) {
  const look = isWrapped ? "whitespace-pre-wrap [overflow-wrap:anywhere]" : "overflow-x-auto";
  return (
    <div className="mt-1.5 flex w-full min-w-72 rounded-control bg-sunken py-[7px] pr-1 pl-2.5 text-left max-md:min-w-0">
      <pre tabIndex={isWrapped ? undefined : 0} className={classNames("min-w-0 grow text-code leading-4", look)}>
        {text}
      </pre>
      <CopyButton
        text={text}
        label={`Copy ${noun}`}
        copiedMessage={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} copied`}
      />
    </div>
  );
}
