"use client";

import { useState } from "react";
import type { Connection } from "@/lib/workspace/connection";
import { ConnectionForm } from "./connection-form";

type ConnectionEditorProps = {
  /** As it is stored now. */
  connection: Connection;
  isEditable: boolean;
  onMoveLeft: () => void;
};

/** The form of a stored connection. What was typed into it stays when the connection is changed elsewhere. */
export function ConnectionEditor({ connection, isEditable, onMoveLeft }: ConnectionEditorProps) {
  const [opened, setOpened] = useState(connection);
  // The response to a change arrives before the list that contains it.
  const isNewer = (connection.updatedAt ?? "") > (opened.updatedAt ?? "");
  return (
    <ConnectionForm
      key={opened.updatedAt}
      connection={connection.updatedAt === opened.updatedAt ? connection : opened}
      isOutdated={isNewer}
      isEditable={isEditable}
      onSaved={setOpened}
      onLoadCurrent={() => setOpened(connection)}
      onMoveLeft={onMoveLeft}
    />
  );
}
