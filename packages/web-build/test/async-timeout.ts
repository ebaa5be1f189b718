import { configure } from '@testing-library/react';

/**
 * Testing Library waits one second by default, which is too short on a busy machine. Passing tests never wait this
 * long.
 */
configure({ asyncUtilTimeout: 30_000 });
