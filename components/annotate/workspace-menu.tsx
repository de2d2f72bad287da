"use client";

import Link from "next/link";
import type { ComponentProps } from "react";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "@/components/ui/dropdown-menu";
import { Kbd } from "@/components/ui/kbd";
import { type CommandId, command, type Desk, keyCap } from "./commands";

const inMenu: CommandId[] = ["guidelines", "history", "undo", "redo", "skip", "flag", "break", "previous-sample", "next-sample", "keys"];

/** Actions on the whole sample, each with its key. */
export function WorkspaceMenu({ trigger, desk }: { trigger: ComponentProps<"button">; desk: Desk }) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger {...trigger} />
      <DropdownMenuContent>
        {inMenu.map((id) => {
          const entry = command(id);
          return (
            <DropdownMenuItem key={id} disabled={!entry.available(desk)} onSelect={() => void entry.perform(desk, entry.keys[0] ?? "")}>
              <span className="grow">{entry.name}</span>
              <Kbd>{keyCap(entry.keys[0] ?? "")}</Kbd>
            </DropdownMenuItem>
          );
        })}
        <DropdownMenuItem asChild>
          <Link href={`/projects/${desk.opened.project.id}/annotate`}>Back to the list of tasks</Link>
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
