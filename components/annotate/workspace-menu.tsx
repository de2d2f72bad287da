"use client";

import { buttonLook } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { Menu, MenuItem, MenuLink } from "@/components/ui/menu";
import { type CommandId, command, type Desk, keyCap } from "./commands";

const inMenu: CommandId[] = ["guidelines", "history", "undo", "redo", "skip", "flag", "break", "previous-sample", "next-sample", "keys"];

/** Actions on the whole sample, each with its key. */
export function WorkspaceMenu({ desk }: { desk: Desk }) {
  const { project, sample, discussion } = desk.opened;
  const threads = `/projects/${project.id}/discussion`;
  return (
    <Menu label="…" aria-label="More" className={buttonLook({ variant: "quiet", size: "icon" })}>
      {inMenu.map((id) => {
        const entry = command(id);
        return (
          <MenuItem key={id} disabled={!entry.available(desk)} onSelect={() => void entry.perform(desk, entry.keys[0] ?? "")}>
            <span className="grow">{entry.name}</span>
            <Kbd>{keyCap(entry.keys[0] ?? "")}</Kbd>
          </MenuItem>
        );
      })}
      {discussion.sample && <MenuLink href={`${threads}?on=sample&id=${sample.id}`}>Discuss this sample</MenuLink>}
      {discussion.criteria && (
        <MenuLink href={`${threads}?on=criterion&id=${desk.view.criterion.id}`}>Discuss {desk.view.criterion.name}</MenuLink>
      )}
      <MenuLink href={`/projects/${project.id}/annotate`}>Back to the list of tasks</MenuLink>
    </Menu>
  );
}
