"use client";

import { type RefObject, useLayoutEffect, useSyncExternalStore } from "react";
import { useSize } from "@/components/browser/use-size";
import { type CanvasColors, canvasColors } from "./canvas-colors";

/** The input of a drawing: a context in CSS pixels, its size and the theme's colors. */
export interface CanvasGround {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  readonly colors: CanvasColors;
}

const themeOf = () => document.documentElement.dataset.theme ?? "";

function listenToTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}

/**
 * Draws on a canvas as large as its element, sharp on every screen, and again when the size or the theme changes.
 *
 * @returns the size in CSS pixels; null until it is measured
 */
export function useCanvas(
  canvas: RefObject<HTMLCanvasElement | null>,
  draw: (ground: CanvasGround) => void,
): { width: number; height: number } | null {
  const size = useSize(canvas);
  const theme = useSyncExternalStore(listenToTheme, themeOf, () => "");
  const [width, height] = [size?.width ?? 0, size?.height ?? 0];
  // The outside system is the canvas. It draws before the frame in which the elements over it move.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes the colours that are read
  useLayoutEffect(() => {
    const node = canvas.current;
    const context = node?.getContext("2d");
    if (!node || !context || width <= 0 || height <= 0) return;
    const scale = window.devicePixelRatio || 1;
    const [pixelWidth, pixelHeight] = [Math.round(width * scale), Math.round(height * scale)];
    if (node.width !== pixelWidth) node.width = pixelWidth;
    if (node.height !== pixelHeight) node.height = pixelHeight;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    draw({ context, width, height, colors: canvasColors(node) });
  }, [canvas, draw, width, height, theme]);
  return size;
}
