"use client";

import { useQuery } from "@tanstack/react-query";
import { AtSign, Braces, KeyRound, LogOut, Server, Users } from "lucide-react";
import { useTheme } from "next-themes";
import { Menu, MenuChoice, MenuHeading, MenuItem, MenuLine, MenuLink } from "@/components/ui/menu";
import type { SignedIn } from "@/lib/client/account";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { themes } from "./themes";
import { useSignOut } from "./use-sign-out";

/** The account menu: profile, theme, sign out. */
export function AccountMenu({ user }: { user: SignedIn["user"] }) {
  const { theme, setTheme } = useTheme();
  const leave = useSignOut();
  const unseen = useQuery({ ...endpointQuery("listMentions", {}), staleTime: 60_000 }).data?.unseen ?? 0;
  const name = `Account of ${user.name || user.email}`;
  return (
    <Menu
      label={
        <>
          {initials(user.name || user.email)}
          {unseen > 0 && <span aria-hidden className="absolute -top-0.5 -right-0.5 size-2.5 rounded-full border border-card bg-removed" />}
        </>
      }
      listClassName="w-60"
      aria-label={unseen === 0 ? name : `${name}, ${unseen} unseen ${unseen === 1 ? "mention" : "mentions"}`}
      className="relative grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-label font-semibold text-accent pointer-coarse:size-9"
    >
      <MenuHeading>
        <span className="block truncate text-small font-medium text-ink">{user.name}</span>
        <span className="block truncate">{user.email}</span>
      </MenuHeading>
      <MenuLine />
      <MenuLink href="/mentions">
        <AtSign aria-hidden /> Mentions of you
        {unseen > 0 && <span className="ml-auto text-small text-soft tabular-nums">{unseen} new</span>}
      </MenuLink>
      <MenuLink href="/profile">
        <KeyRound aria-hidden /> Profile and API keys
      </MenuLink>
      {user.instanceAdmin && (
        <MenuLink href="/accounts">
          <Users aria-hidden /> Accounts
        </MenuLink>
      )}
      {user.instanceAdmin && (
        <MenuLink href="/instance">
          <Server aria-hidden /> Instance
        </MenuLink>
      )}
      <MenuLink href="/docs/api" reload>
        <Braces aria-hidden /> HTTP API
      </MenuLink>
      <MenuLine />
      <MenuChoice label="Theme" value={theme ?? "system"} options={themes} onChoose={setTheme} />
      <MenuLine />
      <MenuItem onSelect={leave}>
        <LogOut aria-hidden /> Sign out
      </MenuItem>
    </Menu>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/[\s@._-]+/u);
  const first = Array.from(words[0] ?? "")[0] ?? "?";
  const second = words.length > 1 ? (Array.from(words[1] ?? "")[0] ?? "") : "";
  return (first + second).toUpperCase();
}
