import * as vscode from 'vscode';

/** Where the built view lies; nothing else of the disk can be read from it. */
export function viewRoot(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
}

/** The page of the view: one script with a nonce, which may load its own chunks, one style sheet, and no word of an item. Pictures may come from `tileHosts`, and from nowhere else. */
export function footprintPage(webview: vscode.Webview, extensionUri: vscode.Uri, tileHosts: readonly string[]): string {
  const nonce = randomText();
  const script = webview.asWebviewUri(vscode.Uri.joinPath(viewRoot(extensionUri), 'footprint.js'));
  const style = webview.asWebviewUri(vscode.Uri.joinPath(viewRoot(extensionUri), 'footprint-style.css'));
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource} 'nonce-${nonce}'`,
    ['img-src', webview.cspSource, 'data:', 'blob:', ...new Set(tileHosts.map((host) => `https://${host}`))].join(' '),
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${style.toString()}">
<title>Footprint</title>
</head>
<body>
<script type="module" nonce="${nonce}" src="${script.toString()}"></script>
</body>
</html>`;
}

function randomText(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
