import type { Metadata } from "next";
import { SetPasswordPage } from "@/components/shell/set-password-page";
import { linkPreview } from "../../site-metadata";

export const generateMetadata = async (): Promise<Metadata> => ({
  ...(await linkPreview()),
  title: "Set a password",
  referrer: "no-referrer",
});

export default async function Page({ searchParams }: { searchParams: Promise<{ token?: string | string[] }> }) {
  const { token } = await searchParams;
  return <SetPasswordPage token={typeof token === "string" ? token : ""} />;
}
