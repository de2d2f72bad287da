import type { Metadata } from "next";
import { PeoplePage } from "@/components/people/people-page";

export const metadata: Metadata = { title: "People" };

export default async function Page({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  return <PeoplePage projectId={projectId} />;
}
