"use client";

import { useState } from "react";
import { classNames } from "@/lib/style/class-names";

/** Text longer than this is collapsed at first. */
const MAX_SHORT_LENGTH = 160;

/** The reason for a reward, as its judge or environment gave it; long text expands on request. */
export function RewardEvidence({ name, text }: { name: string; text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const isLong = text.length > MAX_SHORT_LENGTH || text.split("\n").length > 4;
  return (
    <div className="mt-1.5 rounded-control bg-hover px-2 py-1.5">
      <p className="text-code text-ink-3">{name}</p>
      <p
        className={classNames(
          "text-micro leading-4 whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]",
          isLong && !isOpen && "line-clamp-4",
        )}
      >
        {text}
      </p>
      {isLong ? (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="text-micro text-accent-text hover:underline"
        >
          {isOpen ? "Show less" : "Show all"}
        </button>
      ) : null}
    </div>
  );
}
