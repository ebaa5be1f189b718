import escapeHtml from 'escape-html';

/**
 * The error page for a file opened in a browser tab. Unstyled, because the CSP of service responses allows no styles.
 */
export const problemPage = (message: string, requestId: string): string => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Could not open – Inkbear</title>
</head>
<body>
<h1>This could not be opened</h1>
<p>${escapeHtml(message)}</p>
<p>Nothing was changed. Please close this tab and try again from the page you came from, or go to <a href="/dashboard">your dashboard</a>.</p>
<p><small>Request ${escapeHtml(requestId)}</small></p>
</body>
</html>
`;
