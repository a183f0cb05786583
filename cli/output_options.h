// SPDX-License-Identifier: Apache-2.0
// Options for what is written: container, codec, quality, alpha.
#pragma once

#include "cli/options.h"
#include "render/render_settings.h"

namespace overlace {

/// All of a render's output options except the output's name.
void add_output_options(const Command& command, RenderSettings& settings);
/// What pictures contain: the overlay alone, its alpha and light, layers, mattes and AOVs.
void add_picture_options(const Command& command, WriterOptions& writer);
/// How the graph is played: --sound-rate and --voices.
void add_voice_options(const Command& command, SoundSettings& sound);
/// How the graph sounds: the voice options, --sound-codec and --loudness.
void add_sound_options(const Command& command, SoundSettings& sound);
/// --encoder-preset, which was --preset once.
void add_encoder_preset_option(const Command& command, WriterOptions& writer,
                               const std::string& doc);
/// --vopt.
void add_codec_option(const Command& command, WriterOptions& writer, const std::string& doc);

}  // namespace overlace
