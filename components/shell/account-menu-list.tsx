"use client";

import { useQuery } from "@tanstack/react-query";
import { Braces, KeyRound, LogOut, Users } from "lucide-react";
import Link from "next/link";
import { useTheme } from "next-themes";
import type { ComponentProps } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { sessionQuery } from "@/lib/client/account";
import { themes } from "./themes";
import { useSignOut } from "./use-sign-out";

/** The content of the account menu. */
export function AccountMenuList({ trigger }: { trigger: ComponentProps<"button"> }) {
  const { theme, setTheme } = useTheme();
  const leave = useSignOut();
  const user = useQuery(sessionQuery()).data?.user;
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger {...trigger} />
      <DropdownMenuContent className="w-60">
        <DropdownMenuLabel>
          <span className="block truncate text-small font-medium text-ink">{user?.name}</span>
          <span className="block truncate">{user?.email}</span>
        </DropdownMenuLabel>
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link href="/profile">
            <KeyRound aria-hidden /> Profile and API keys
          </Link>
        </DropdownMenuItem>
        {user?.instanceAdmin && (
          <DropdownMenuItem asChild>
            <Link href="/accounts">
              <Users aria-hidden /> Accounts
            </Link>
          </DropdownMenuItem>
        )}
        <DropdownMenuItem asChild>
          <a href="/docs/api">
            <Braces aria-hidden /> HTTP API
          </a>
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuLabel>Theme</DropdownMenuLabel>
        <DropdownMenuRadioGroup value={theme ?? "system"} onValueChange={setTheme}>
          {themes.map((option) => (
            <DropdownMenuRadioItem key={option.value} value={option.value}>
              {option.label}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={leave}>
          <LogOut aria-hidden /> Sign out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
