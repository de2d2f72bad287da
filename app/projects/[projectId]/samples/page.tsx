import type { Metadata } from "next";
import { SamplesPage } from "@/components/samples/samples-page";

export const metadata: Metadata = { title: "Samples" };

export default async function Page({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  return <SamplesPage projectId={projectId} />;
}
