"use client";

import { lazy } from "react";
import { OnDemandMenu } from "@/components/ui/on-demand-menu";
import type { SignedIn } from "@/lib/client/account";

const load = () => import("./account-menu-list").then((file) => ({ default: file.AccountMenuList }));
const AccountMenuList = lazy(load);

/** The account menu: profile, theme, sign out. */
export function AccountMenu({ user }: { user: SignedIn["user"] }) {
  return (
    <OnDemandMenu
      menu={(trigger) => <AccountMenuList trigger={trigger} />}
      prepare={load}
      aria-label={`Account of ${user.name || user.email}`}
      className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-label font-semibold text-accent pointer-coarse:size-9"
    >
      {initials(user.name || user.email)}
    </OnDemandMenu>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/[\s@._-]+/u);
  const first = Array.from(words[0] ?? "")[0] ?? "?";
  const second = words.length > 1 ? (Array.from(words[1] ?? "")[0] ?? "") : "";
  return (first + second).toUpperCase();
}
