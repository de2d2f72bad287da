import type { Metadata } from "next";
import { SignInPage } from "@/components/shell/sign-in-page";
import { linkPreview } from "../../site-metadata";

export const generateMetadata = async (): Promise<Metadata> => ({ ...(await linkPreview()), title: "Sign in" });

export default async function Page({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  const { next } = await searchParams;
  return <SignInPage next={typeof next === "string" ? next : null} />;
}
