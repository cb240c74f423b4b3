import type { FileInfo } from '../../../protocol.ts';

/** Sends a person's file. XMLHttpRequest, because fetch tells nothing of an upload's progress (0 to 1). */
export function upload(user: string, file: File, onProgress?: (part: number) => void): Promise<FileInfo> {
  const query = new URLSearchParams({
    user,
    name: file.name,
    mimetype: file.type || 'application/octet-stream',
  });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/page/upload?${query}`);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0);
    request.onload = () =>
      request.status < 400
        ? resolve(request.response as FileInfo)
        : reject(new Error(`The upload was refused (${request.status}).`));
    request.onerror = () => reject(new Error('The upload was cut off.'));
    request.send(file);
  });
}
