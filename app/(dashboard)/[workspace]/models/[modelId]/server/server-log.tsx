import { ViewDialog } from "@/components/dialog/view-dialog";

type ServerLogProps = { baseModel: string; text: string; onClose: () => void };

/** The end of what a model server wrote. */
export function ServerLog({ baseModel, text, onClose }: ServerLogProps) {
  return (
    <ViewDialog
      title="Log of the model server"
      description={`The last lines of the server of ${baseModel}. The service stores the beginning, up to 4 MiB, in its data folder.`}
      onClose={onClose}
    >
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
        tabIndex={0}
        aria-label="Last lines"
        className="max-h-[50vh] overflow-auto rounded-control bg-sunken p-2"
      >
        <pre className="text-code whitespace-pre-wrap">{text}</pre>
      </section>
    </ViewDialog>
  );
}
