import type { Metadata } from "next";
import { SetPasswordPage } from "@/components/shell/set-password-page";

export const metadata: Metadata = { title: "Set a password", referrer: "no-referrer" };

export default async function Page({ searchParams }: { searchParams: Promise<{ token?: string | string[] }> }) {
  const { token } = await searchParams;
  return <SetPasswordPage token={typeof token === "string" ? token : ""} />;
}
