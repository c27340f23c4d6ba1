import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { Popover } from "@/components/ui/popover";
import { classNames } from "@/lib/style/class-names";
import { modelTitle } from "@/lib/training/jobs/model-address";
import type { ProviderList } from "./use-providers";

const ModelList = partLoadedLater(async () => (await import("./model-list")).ModelList);

type ModelPickerProps = {
  list: ProviderList;
  model: string;
  label: string;
  isInvalid: boolean;
  onChange: (model: string) => void;
};

/** Selects a model of one of the providers, or any typed name. */
export function ModelPicker({ list, model, label, isInvalid, onChange }: ModelPickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const choose = (chosen: string) => {
    setIsOpen(false);
    onChange(chosen);
  };
  return (
    <Popover
      label={label}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      onReach={ModelList.preload}
      className="w-[300px] max-w-[calc(100vw-24px)] p-0"
      trigger={
        <Button
          kind="ghost"
          size="small"
          aria-label={`${label}: ${model === "" ? "none" : modelTitle(model)}`}
          title={model === "" ? undefined : model}
          className={classNames("-ml-1 min-w-0 flex-initial px-1", isInvalid && "border-err")}
        >
          <span className={classNames("truncate", model === "" ? "text-ink-3" : "text-code text-ink")}>
            {model === "" ? "Choose a model" : modelTitle(model)}
          </span>
          <ChevronDown size={12} strokeWidth={2} aria-hidden="true" className="flex-none" />
        </Button>
      }
    >
      <ModelList list={list} label={label} onChoose={choose} />
    </Popover>
  );
}
