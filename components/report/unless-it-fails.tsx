"use client";

import { Component, type ReactNode } from "react";

/** Draws its children, or `otherwise` if they throw: a stored model may be older than the components that draw it. */
export class UnlessItFails extends Component<{ children: ReactNode; otherwise: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.otherwise : this.props.children;
  }
}
