import { type RefObject, useEffect, useState } from 'react';
import { makeQrReader } from './detector.ts';

export type CameraState = 'starting' | 'on' | 'refused' | 'noCamera' | 'noReader';

const LOOK_MILLISECONDS = 200;

/** While `isOn` is true, shows the rear camera in the video and calls `onText` with the text of the first QR code. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  isOn: boolean,
  onText: (text: string) => void,
): CameraState {
  const [state, setState] = useState<CameraState>('starting');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `onText` must not restart the camera.
  useEffect(() => {
    if (!isOn) return;
    let isStopped = false;
    let stream: MediaStream | null = null;
    const run = async () => {
      try {
        stream = await openCamera();
      } catch (error) {
        const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
        if (!isStopped) setState(isRefused ? 'refused' : 'noCamera');
        return;
      }
      if (isStopped) return stop(stream);
      const element = video.current!;
      element.srcObject = stream;
      await element.play().catch(() => {});
      const reader = await makeQrReader().catch(() => null);
      if (isStopped) return;
      if (reader === null) return setState('noReader');
      setState('on');
      while (!isStopped) {
        const [code] = element.readyState >= 2 ? await reader.detect(element).catch(() => []) : [];
        if (code !== undefined && !isStopped) return onText(code.rawValue);
        await new Promise((resolve) => setTimeout(resolve, LOOK_MILLISECONDS));
      }
    };
    run();
    return () => {
      isStopped = true;
      stop(stream);
    };
  }, [isOn]);
  return state;
}

function openCamera(): Promise<MediaStream> {
  // A page without https cannot use the camera.
  if (navigator.mediaDevices === undefined) throw new Error('no camera');
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'environment', width: { ideal: 1280 } },
  });
}

function stop(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
