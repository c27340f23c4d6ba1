type ConsentHeadingProps = {
  clientName: string;
  account: string;
};

/** Which program asks, and what it can and can never do with the access that a user may allow. */
export function ConsentHeading({ clientName, account }: ConsentHeadingProps) {
  return (
    <div>
      <h1 className="text-display font-medium tracking-[-0.025em] [overflow-wrap:anywhere]">Connect {clientName}?</h1>
      <p className="mt-1 text-ink-2">
        It will read traces, threads, objects, figures and training jobs as you: {account}. It can never change settings
        or keys, or delete data.
      </p>
    </div>
  );
}
