import { configure } from '@testing-library/react';

/**
 * Nobody waits this long for what is about to appear; a machine that does three other things may need more than the
 * second that the library allows.
 */
configure({ asyncUtilTimeout: 10_000 });
