/** What `ncc` packs into one module for `github.js`: the part of `@actions/github` that is used here, with Octokit. */

export { getOctokit } from '@actions/github';
